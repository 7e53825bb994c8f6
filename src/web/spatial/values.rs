//! Arrows as they are seen on the stage, and where their values stand: none over another, none under the buttons.
use super::arrows::Arrow;
use super::bevel::is_sharp;
use super::stage::Stage;
use crate::spatial::shape::mesh::Edge;
use crate::web::labels::{Area, Labels, Line, Wish};
use crate::web::notation::{Kind, text_width};
use crate::web::palette::Palette;
use glam::DVec2;

/// Room of the scale in the right lower corner, CSS pixels.
const SCALE: DVec2 = DVec2::new(86.0, 32.0);
/// Of more arrows than these only those that have words are kept clear of words: to try all takes too long.
const MOST_CLEAR: usize = 60;

/// An arrow as it is seen, CSS pixels.
pub struct Seen<'a> {
    /// What is seen.
    pub arrow: &'a Arrow,
    /// Where it begins.
    pub tail: DVec2,
    /// Where it ends, or the border of the stage cuts it.
    pub head: DVec2,
    /// Whether the border cuts it.
    pub broken: bool,
    /// Middle of its name and value; none where it has none or there is no room.
    pub told: Option<DVec2>,
}

impl Seen<'_> {
    /// Where the value should be: at the head, or in the middle of a spring.
    pub fn anchor(&self) -> DVec2 {
        if self.arrow.kind == Kind::Spring { (self.tail + self.head) / 2.0 } else { self.head }
    }
}

/// Room for words, CSS pixels.
pub fn room(words: &str, palette: &Palette) -> DVec2 {
    DVec2::new(text_width(words, palette) + 6.0, 1.25 * palette.text)
}

/// All arrows that are seen, with places for their values. At the bottom of the stage these leave some CSS pixels free.
pub fn seen<'a>(
    stage: &Stage,
    arrows: &'a [Arrow],
    palette: &Palette,
    below: f64,
    labels: &mut Labels,
) -> Vec<Seen<'a>> {
    let size = stage.camera.size;
    let border = Area { low: DVec2::splat(8.0), high: size - 8.0 };
    let mut list: Vec<Seen> = arrows.iter().filter_map(|arrow| see(stage, arrow, border)).collect();
    let area = Area { low: DVec2::splat(2.0), high: size - DVec2::new(2.0, 2.0 + below) };
    let clear = list.iter().filter(|seen| list.len() <= MOST_CLEAR || !seen.arrow.label.is_empty());
    let mut lines: Vec<_> = clear.map(|seen| Line::arrow(seen.tail, seen.head)).collect();
    lines.extend(Line::across(Area { low: area.high - SCALE, ..area }));
    if list.len() <= MOST_CLEAR {
        lines.extend(edges(stage));
    }
    let whole = Area { low: DVec2::ZERO, high: size };
    // what acts beyond the stage is not told
    let told = |seen: &Seen| !seen.arrow.label.is_empty() && whole.holds(&Area::about(seen.tail, DVec2::ZERO));
    let labelled = || list.iter().enumerate().filter(|(_, seen)| told(seen));
    let wish = |(_, seen): (usize, &Seen)| Wish {
        anchor: seen.anchor(),
        size: room(&seen.arrow.label, palette),
        key: seen.arrow.key,
    };
    let wishes: Vec<_> = labelled().map(wish).collect();
    let numbers: Vec<usize> = labelled().map(|(k, _)| k).collect();
    for (k, place) in numbers.into_iter().zip(labels.place(area, &lines, &wishes)) {
        list[k].told = place;
    }
    list
}

/// The edges of bodies that are seen: the sharp ones on the side of the eye.
fn edges(stage: &Stage) -> Vec<Line> {
    let Stage { camera, world, .. } = stage;
    let mut lines = Vec::new();
    for body in &world.bodies {
        let (Some(solid), pose) = (body.shape.solid(), &body.state.pose) else { continue };
        let (mesh, eye) = (&solid.mesh, pose.point_to_body(camera.eye()));
        let faces_it = |face: &usize| mesh.faces()[*face].normal.dot(eye) > mesh.faces()[*face].offset;
        let seen = |edge: &&Edge| is_sharp(mesh, edge) && edge.faces.iter().any(faces_it);
        for edge in mesh.edges().iter().filter(seen) {
            if let [Some(from), Some(to)] = edge.ends.map(|end| camera.see(pose.place(mesh.vertices()[end]))) {
                lines.push(Line::edge(from.at, to.at));
            }
        }
    }
    lines
}

/// How an arrow is seen; not at all if it acts behind the eye.
fn see<'a>(stage: &Stage, arrow: &'a Arrow, border: Area) -> Option<Seen<'a>> {
    let tail = stage.camera.see(arrow.tail)?.at;
    // a head behind the eye is far beyond the stage
    let head = stage.camera.see(arrow.head).map_or(tail + 1e4 * DVec2::NEG_Y, |seen| seen.at);
    let cut = border.clip(tail, head).filter(|(_, leave)| *leave < 1.0);
    let (head, broken) = cut.map_or((head, false), |(_, leave)| (tail.lerp(head, leave), true));
    Some(Seen { arrow, tail, head, broken, told: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use crate::session::spatial_scenes::SCENES;
    use crate::web::spatial::arrows::arrows;

    /// The stage on a wide desktop, a laptop, a tablet and a phone.
    const SIZES: [DVec2; 4] =
        [DVec2::new(792.0, 540.0), DVec2::new(704.0, 400.0), DVec2::new(768.0, 460.0), DVec2::new(320.0, 300.0)];

    /// Where buttons lie on the stage.
    const BUTTONS: Area = Area { low: DVec2::ZERO, high: DVec2::new(320.0, 56.0) };

    /// What is wrong with the values of a picture.
    fn faults(stage: &Stage, palette: &Palette) -> Vec<String> {
        let list = arrows(stage, &[], false);
        let mut labels = Labels::default();
        labels.cover(&[BUTTONS.low.x, BUTTONS.low.y, BUTTONS.high.x, BUTTONS.high.y]);
        let seen = seen(stage, &list, palette, 0.0, &mut labels);
        let told =
            seen.iter().filter_map(|seen| Some((seen, Area::about(seen.told?, room(&seen.arrow.label, palette)))));
        let told: Vec<_> = told.collect();
        let stage = Area { low: DVec2::ZERO, high: stage.camera.size };
        let on_stage = |seen: &Seen| stage.holds(&Area { low: seen.tail, high: seen.tail });
        let mut faults = Vec::new();
        for (k, (one, area)) in told.iter().enumerate() {
            if !stage.holds(area) {
                faults.push(format!("{} leaves the stage", one.arrow.label));
            }
            if !on_stage(one) {
                faults.push(format!("{} acts beyond the stage", one.arrow.label));
            }
            if BUTTONS.common(area) > 0.0 {
                faults.push(format!("{} under the buttons", one.arrow.label));
            }
            let over = told[..k].iter().filter(|(_, other)| other.common(area) > 0.0);
            faults.extend(over.map(|(other, _)| format!("{} over {}", one.arrow.label, other.arrow.label)));
        }
        let forces = seen
            .iter()
            .filter(|seen| matches!(seen.arrow.kind, Kind::Contact(_)))
            .filter(|seen| on_stage(seen))
            .count();
        if forces > 0 && told.is_empty() {
            faults.push("no value at all".into());
        }
        faults
    }

    #[test]
    fn no_value_covers_another_in_any_scene_at_any_size_after_0_1_and_5_s() {
        let mut found = Vec::new();
        for scene in SCENES {
            let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={}", scene.name), "")).0;
            for seconds in [0.0, 1.0, 5.0] {
                while stage.world.time < seconds {
                    stage.step();
                    stage.keep_scale(stage.world.settings.time_step);
                }
                for (size, theme) in SIZES.into_iter().flat_map(|size| [(size, "light"), (size, "projector")]) {
                    stage.camera.resize(size);
                    (0..9).for_each(|_| _ = stage.keep_in_sight(1.0));
                    for fault in faults(&stage, Palette::named(theme)) {
                        found.push(format!("{} after {seconds} s on {size} {theme}: {fault}", scene.name));
                    }
                }
            }
        }
        assert!(found.is_empty(), "{found:#?}");
    }

    /// A word may stand across an edge where all else is farther from its arrow.
    #[test]
    fn no_value_lies_along_an_edge_of_a_body() {
        let palette = Palette::named("light");
        for scene in ["two-blocks", "one-block", "ladder", "wedge", "hexagon", "overhang", "beam", "see-saw", "slot"] {
            let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={scene}-3d"), "")).0;
            while stage.world.time < 0.5 {
                stage.step();
            }
            for size in SIZES {
                stage.camera.resize(size);
                let list = arrows(&stage, &[], false);
                for seen in seen(&stage, &list, palette, 0.0, &mut Labels::default()) {
                    let (Some(told), label) = (seen.told, &seen.arrow.label) else { continue };
                    let area = Area::about(told, room(label, palette));
                    let inside = edges(&stage).into_iter().map(|line| area.length_inside(line.from, line.to));
                    let most = inside.fold(0.0, f64::max);
                    assert!(most < 30.0, "{scene} on {size}: {label} lies on {most:.0} px of an edge");
                }
            }
        }
    }
}
