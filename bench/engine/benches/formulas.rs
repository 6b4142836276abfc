//! Every single formula, and a whole study; natively, on one core.
//!
//! `npm run bench -- --group formulas` writes the study (`ECHOMETRY_BENCH_STUDY` names the file) and
//! shows these figures against those of WebAssembly.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use echometry_engine::measure::definition::Definition;
use echometry_engine::measure::evaluate::evaluate;
use echometry_engine::measure::image::Image;
use echometry_engine::measure::registry::KINDS;
use echometry_engine::measure::study::configuration::{Configuration, Sets};
use echometry_engine::measure::study::evaluator::StudyEvaluator;
use echometry_engine::records::analysis::AnalysisImage;
use echometry_engine::workbench::random_inputs::RandomCases;
use serde_json::Value;

/// Random images of each formula; a sample goes through all of them.
const IMAGES: usize = 64;
/// Where the random images start.
const SEED: u64 = 20_261_121;

fn every_formula(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("formula");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400));
    for kind in KINDS {
        for formula in kind.formulas {
            let mut random = RandomCases::new(kind, formula.name, SEED).expect("every kind loads");
            let cases: Vec<(Definition, Image)> = (0..IMAGES)
                .map(|_| {
                    let (definition, image) = random.next_case();
                    (definition.clone(), image)
                })
                .collect();
            let name = format!("{} {}", kind.name, formula.name);
            group.bench_function(name.trim_end(), |bencher| {
                bencher.iter(|| {
                    for (definition, image) in &cases {
                        let _ = black_box(evaluate(definition, black_box(image)));
                    }
                });
            });
        }
    }
    group.finish();
}

fn whole_study(criterion: &mut Criterion) {
    let Some(file) = std::env::var_os("ECHOMETRY_BENCH_STUDY") else {
        println!("SKIPPED: ECHOMETRY_BENCH_STUDY names no study");
        return;
    };
    let text = std::fs::read_to_string(file).expect("the study can be read");
    let material: Value = serde_json::from_str(&text).expect("the study is JSON");
    let configuration = Configuration::load(&Sets {
        image_types: &material["image_types"],
        measurements: &material["measurements"],
        calipers: None,
    });
    let facts = serde_json::from_value(material["facts"].clone()).expect("facts of a study");
    let mut study = StudyEvaluator::new(configuration.expect("the shipped sets load"), facts);
    let images: Vec<AnalysisImage> =
        serde_json::from_value(material["images"].clone()).expect("records of images");
    let mut group = criterion.benchmark_group("study");
    group.sample_size(50);
    let study = std::cell::RefCell::new(&mut study);
    // The drawings are replaced each time, so that no curve is known from the time before.
    let drawn_anew = || {
        for image in &images {
            study.borrow_mut().set_image(image.clone());
        }
    };
    group.bench_function("values", |bencher| {
        bencher.iter_batched(
            drawn_anew,
            |()| serde_json::to_string(&study.borrow().values()),
            BatchSize::PerIteration,
        );
    });
    group.bench_function("with provenance", |bencher| {
        bencher.iter_batched(
            drawn_anew,
            |()| serde_json::to_string(&study.borrow().evaluate()),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(formulas, every_formula, whole_study);
criterion_main!(formulas);
