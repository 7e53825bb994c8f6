//! Nearest points of smooth features, apart, and their rates.
use super::case::{Case, Quantity};
use super::smooth::Scene;
use super::verdict::Answer;
use contact_forces::spatial::shape::surface::Kind;
use glam::DVec3;
use serde_json::{Value, json};

pub fn takes(case: &Case) -> bool {
    case.kind == "geometry" && super::smooth::takes(case)
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    value(&Scene::of(case), &quantity.name).map_or(Answer::Unknown, Answer::one)
}

fn value(scene: &Scene, name: &str) -> Option<Value> {
    let (extremal, rates) = scene.tracked.rates(&scene.states)?;
    // which of the pair the body of that number in the case is
    let numbered = |number: &str| {
        let number: usize = number.parse().ok()?;
        scene.order.iter().position(|&k| k + 1 == number)
    };
    let vector = |v: DVec3| json!(v.to_array());
    let sign = if scene.order == [0, 1] { -1.0 } else { 1.0 };
    if let Some(rest) = name.strip_prefix("closest_on_") {
        let (number, frame) = rest.split_once('_')?;
        let k = numbered(number)?;
        let point = extremal.points()[k];
        return match frame {
            "world" => Some(vector(point)),
            "body" => Some(vector(scene.states[k].pose.point_to_body(point))),
            _ => None,
        };
    }
    if let Some(number) = name.strip_prefix("body_rate_of_closest_on_") {
        let k = numbered(number)?;
        return Some(vector(scene.states[k].pose.direction_to_body(rates.slides[k])));
    }
    if let Some(number) = name.strip_prefix("phi_") {
        let (k, rate) = match number.strip_suffix("_rate") {
            Some(number) => (numbered(number)?, true),
            None => (numbered(number)?, false),
        };
        let (Kind::Curve(_), at) = (scene.tracked.pair.features[k].kind, extremal.at[k]) else { return None };
        let around = std::f64::consts::TAU;
        let angle = at.u - around * (at.u / around).round();
        return Some(json!(if rate { rates.coordinates[k][0] } else { angle }));
    }
    Some(match name {
        "distance" => json!(extremal.distance),
        "distance_rate" => json!(rates.distance),
        "normal_1_to_2" => vector(sign * extremal.normal),
        _ => return None,
    })
}
