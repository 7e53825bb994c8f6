//! What is written and read: scene and problem files, links, the words and formulas of the page, the published crate.
#[path = "../support/schema.rs"]
mod schema;

mod article;
mod kept;
mod link;
mod problem_file;
mod published;
mod scene_file;
mod scene_schema;
mod words;
