//! Reference values: every verification point of the sources, and a second implementation on
//! random patients (`fixtures/reference-values`).

use crate::support;

use std::collections::BTreeMap;

use echometry_engine::measure::study::facts::{DataType, Sex, StudyFacts};
use echometry_engine::measure::study::references::StudyReferences;
use echometry_engine::references::cohort::JudgedValues;
use echometry_engine::references::curve::{Curve, Plot};
use echometry_engine::references::expression::{Environment, Variable};
use echometry_engine::references::patient::{FETAL_MEASUREMENTS, FetalSizes, Patient};
use echometry_engine::references::resolved::{Percentile, Resolved, percent_below};
use echometry_engine::references::row::ReferenceRow;
use echometry_engine::references::standing::{Judged, NoOutcome, Outcome, Side, Standing, outcome};
use echometry_engine::workbench::seeded::Seeded;
use serde_json::{Value, json};
use support::references::{by_python, read, shipped_rows};
use support::study::{ShippedSets, evaluator};

/// Random patients that are compared with the second implementation.
const PATIENTS: usize = 100_000;
/// Relative difference that rounding of a few dozen operations leaves.
const EXACT: f64 = 1e-9;

fn environment(row: &ReferenceRow, given: &Value) -> Environment {
    let mut environment = Environment::default();
    for (name, value) in given.as_object().unwrap() {
        if let Ok(variable) = serde_json::from_value::<Variable>(json!(name)) {
            environment.set(variable, value.as_f64());
        }
    }
    if let (Some(formula), Some(height), Some(weight)) = (
        row.bsa_formula,
        given["height_cm"].as_f64(),
        given["weight_kg"].as_f64(),
    ) {
        environment.set(Variable::BsaM2, formula.area_m2(height, weight));
    }
    environment
}

/// What the engine finds for a key of a point.
fn found(resolved: &Resolved, key: &str, given: &Value) -> Value {
    let number = |name: &str| given[name].as_f64().unwrap();
    let curve = |wanted: f64| match resolved {
        Resolved::Percentiles(curves) => curves.iter().find(|(at, _)| *at == wanted).unwrap().1,
        other => panic!("{other:?} has no curves"),
    };
    match (key, resolved) {
        ("z", _) => json!(resolved.z(number("x"))),
        ("mean" | "value", _) => json!(resolved.expected()),
        ("mean_t", Resolved::Normal { mean, .. }) => json!(mean),
        ("sd", Resolved::Normal { sd, .. }) => json!(sd),
        ("value_at_z", _) => json!(resolved.value_at_z(number("z"))),
        ("low", Resolved::Halves { low, .. }) => json!(low),
        ("high", Resolved::Halves { high, .. }) => json!(high),
        ("low", Resolved::Limits(limits)) => json!(limits.low),
        ("value_at_percentile", _) => json!(curve(number("percentile"))),
        ("percentile", Resolved::Percentiles(_)) => match resolved.percentile(number("x")) {
            Some(Percentile::At(at) | Percentile::Below(at) | Percentile::Above(at)) => json!(at),
            None => Value::Null,
        },
        ("percentile", _) => json!(percent_below(resolved.z(number("x")).unwrap())),
        ("value_at_multiple", Resolved::Multiples { median, .. }) => {
            json!(number("multiple") * median)
        }
        ("inside", _) => match outcome(resolved, number("x")) {
            Ok(Outcome::Limits { side }) => json!(side == Side::Within),
            other => panic!("{other:?} is not at limits"),
        },
        ("grade", _) => match outcome(resolved, number("x")) {
            Ok(Outcome::Grade { label }) => json!(label),
            Err(NoOutcome::NoGrade) => Value::Null,
            other => panic!("{other:?} is no grade"),
        },
        (key, other) => panic!("{key} of {other:?}"),
    }
}

#[test]
fn every_verification_point_is_met() {
    let rows = shipped_rows();
    let by_id: BTreeMap<&str, &ReferenceRow> =
        rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let (mut values, mut wrong) = (0, Vec::new());
    for point in read("fixtures/reference-values/points.json")
        .as_array()
        .unwrap()
    {
        let row = by_id[point["row"].as_str().unwrap()];
        let resolved = row.model.at(&environment(row, &point["in"])).unwrap();
        for (key, expected) in point["expect"].as_object().unwrap() {
            let found = found(&resolved, key, &point["in"]);
            let tolerance = point["tolerance"].as_f64().unwrap() + 1e-12;
            let same = match (expected.as_f64(), found.as_f64()) {
                (Some(expected), Some(found)) => (found - expected).abs() <= tolerance,
                _ => *expected == found,
            };
            values += 1;
            if !same {
                wrong.push(format!("{} {key}: {found} instead of {expected}", row.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(values, 1252);
}

#[test]
fn a_row_with_an_unknown_field_or_kind_is_refused_by_name() {
    let set = read("contract/config/echo_references.json");
    let row = &set["data"][0]["rows"][0];
    let refusal = |field: &str, value: Value| {
        let mut row = row.clone();
        *row.pointer_mut(field).unwrap() = value;
        let read = serde_json::from_value::<ReferenceRow>(row);
        read.unwrap_err().to_string()
    };
    assert!(refusal("/model", json!({"kind": "limits", "lowest": 6})).contains("lowest"));
    assert!(refusal("/model", json!({"kind": "guess"})).contains("guess"));
    assert!(refusal("/population/sex", json!("none")).contains("none"));
    let mut row = row.clone();
    row["note"] = json!("");
    let refused = serde_json::from_value::<ReferenceRow>(row).unwrap_err();
    assert!(refused.to_string().contains("note"));
}

/// A row of a kind or a look-up that no source uses.
fn made_up(id: &str, model: &Value, unit: &str) -> Value {
    json!({"id": id, "quantity": "made up", "measurements": [], "model": model, "unit": unit,
        "population": {"data_types": ["fetal", "pediatric", "adult"], "sex": "any", "range_checked": false},
        "predictors": ["ga_weeks"], "bsa_formula": "mosteller", "status": "local", "disagreement": null, "remarks": []})
}

fn made_up_rows() -> Vec<Value> {
    let line = json!({"terms": [{"c": 0.5}, {"c": 0.02, "x": [["id", "ga_weeks", 1]]}]});
    let table = |lookup: &str| {
        json!({"kind": "mean_sd_table", "index": "ga_weeks", "lookup": lookup,
            "rows": [[10, 1.0, 0.2], [20, 1.5, 0.3], [31, 1.4, 0.25]]})
    };
    let outer = |name: &str| {
        json!({"kind": "z", "transform": "sqrt", "sd": 0.3,
            "mean": {"terms": [{"c": 1.1}, {"c": 0.1, "x": [["log10", "ga_days", 2], ["sqrt", "ga_weeks", 1]]}], "outer": name}})
    };
    vec![
        made_up("exact", &table("exact"), "cm"),
        made_up("nearest", &table("nearest"), "cm"),
        made_up("interpolate", &table("interpolate"), "cm"),
        made_up("reciprocal", &outer("reciprocal"), "mm"),
        made_up("square", &outer("square"), "mm"),
        made_up(
            "transform",
            &json!({"kind": "z", "transform": "minus_reciprocal", "mean": -1.0, "sd": 0.4}),
            "mm",
        ),
        made_up(
            "no skew",
            &json!({"kind": "lms", "L": 0, "M": line, "S": 0.2}),
            "cm",
        ),
        made_up(
            "no spread",
            &json!({"kind": "z", "mean": line, "sd": 0}),
            "cm",
        ),
        made_up(
            "per surface",
            &json!({"kind": "limits", "low": 0.5, "high_open": true, "high": 2}),
            "cm/m2",
        ),
    ]
}

fn patient(random: &mut Seeded) -> Patient {
    let mut maybe = |low: f64, high: f64| {
        let value = random.between(low, high);
        // One fact in twenty is unknown, and some are whole numbers, as people state them.
        match random.below(20) {
            0 => None,
            1..=5 => Some(value.round()),
            _ => Some(value),
        }
    };
    let fetus = FetalSizes {
        femur_length_cm: maybe(1.0, 8.0),
        biparietal_diameter_cm: maybe(2.0, 10.0),
        head_circumference_cm: maybe(8.0, 36.0),
        abdominal_circumference_cm: maybe(8.0, 38.0),
        crown_rump_length_cm: maybe(1.0, 10.0),
        fetal_weight_g: maybe(80.0, 4000.0),
    };
    let facts = StudyFacts {
        gestational_age_days: maybe(60.0, 300.0),
        age_days: maybe(0.0, 9000.0),
        height_cm: maybe(45.0, 200.0),
        weight_kg: maybe(2.0, 110.0),
        ..StudyFacts::default()
    };
    let data_type = [DataType::Fetal, DataType::Pediatric, DataType::Adult];
    let sex = [Some(Sex::M), Some(Sex::F), Some(Sex::O), None];
    let facts = StudyFacts {
        data_type: Some(data_type[random.below(3) as usize]),
        sex: sex[random.below(4) as usize],
        ..facts
    };
    Patient { facts, fetus }
}

/// A value near the expected one, where there is one, in the unit of the row.
fn value(row: &ReferenceRow, patient: &Patient, random: &mut Seeded) -> Option<f64> {
    let resolved = row.model.at(&patient.environment(row));
    let expected = resolved.and_then(|resolved| resolved.expected());
    let near = expected.filter(|value| value.is_finite() && value.abs() < 1e6);
    let size = random.between(-0.1, 2.2);
    match random.below(30) {
        0 => None,
        1 => Some(0.0),
        _ => Some(near.unwrap_or(30.0) * size * if row.sign.is_some() { -1.0 } else { 1.0 }),
    }
}

/// A standing in the form of the second implementation.
fn plain(standing: &Standing) -> Value {
    let outcome = standing.outcome.as_ref().map(|outcome| match outcome {
        Outcome::Z { z, percentile } => json!(["z", z, percentile]),
        Outcome::Percentile { percentile, side } => json!(["percentile", percentile, side]),
        Outcome::Multiple { multiple, label } => json!(["multiple", multiple, label]),
        Outcome::Limits { side } => json!(["limits", side]),
        Outcome::Grade { label } => json!(["grade", label]),
    });
    let reason = serde_json::to_value(&standing.reason).unwrap();
    json!([
        standing.state,
        outcome,
        reason["code"],
        standing.low,
        standing.high,
        standing.expected
    ])
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => (a - b).abs() <= EXACT * a.abs().max(b.abs()).max(1.0),
            _ => a == b,
        },
    }
}

#[test]
fn random_patients_stand_where_the_second_implementation_says() {
    let set = read("contract/config/echo_references.json");
    let packs = set["data"].as_array().unwrap();
    let shipped = packs
        .iter()
        .flat_map(|pack| pack["rows"].as_array().unwrap());
    let stored: Vec<Value> = shipped.cloned().chain(made_up_rows()).collect();
    let rows: Vec<ReferenceRow> = stored
        .iter()
        .map(|row| serde_json::from_value(row.clone()).unwrap())
        .collect();
    let mut random = Seeded::new(586);
    let (mut cases, mut found) = (Vec::new(), Vec::new());
    for place in 0..PATIENTS {
        let row = &rows[place % rows.len()];
        let mut patient = patient(&mut random);
        if random.below(4) > 0 {
            // Most patients are of the kind that the row is for.
            patient.facts.data_type = row.population.data_types.first().copied();
        }
        let value = value(row, &patient, &mut random);
        let other = random.below(50) == 0;
        let unit = match row.unit.as_str() {
            _ if other => "mmHg/s",
            "cm" => "mm",
            "m/s" => "cm/s",
            "cm/m2" => "cm",
            unit if random.below(2) == 0 => unit.strip_suffix("/m2").unwrap_or(unit),
            unit => unit,
        };
        let z_limit = random.between(1.0, 3.0);
        let judged = Judged { value, unit };
        found.push(plain(&Standing::of(row, judged, &patient, z_limit)));
        cases.push(
            json!({"row": place % rows.len(), "unit": unit, "value": value,
            "facts": patient.facts, "fetus": patient.fetus, "z_limit": z_limit}),
        );
    }
    let Some(told) = by_python("standing.py", &json!({"rows": stored, "cases": cases})) else {
        println!(
            "SKIPPED: without python3 reference values are not compared with the second implementation"
        );
        return;
    };
    let pairs = found.iter().zip(&told).zip(&cases);
    let wrong: Vec<String> = pairs
        .filter(|((found, told), _)| !same(found, told))
        .map(|((found, told), case)| {
            let row = &rows[case["row"].as_u64().unwrap() as usize].id;
            format!("{row}: {found} instead of {told} of {case}")
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(10)].join("\n")
    );
    assert_eq!(told.len(), PATIENTS);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for one in &told {
        let kind = one[1][0].as_str().or(one[2].as_str()).unwrap();
        *kinds.entry(kind.to_owned()).or_default() += 1;
    }
    // Every outcome and every reason was among them.
    assert_eq!(kinds.len(), 14, "{kinds:?}");
    assert!(kinds.values().all(|count| *count > 20), "{kinds:?}");
}

/// All shipped rows for a kind of data, with every measurement that they judge.
fn all_references(data_type: &str) -> Value {
    let set = read("contract/config/echo_references.json");
    let packs = set["data"].as_array().unwrap().iter();
    let rows = packs.flat_map(|pack| pack["rows"].as_array().unwrap().clone());
    let for_data = |row: &Value| {
        let types = row["population"]["data_types"].as_array().unwrap();
        types.contains(&json!(data_type))
    };
    let rows: Vec<Value> = rows.filter(for_data).collect();
    let mut chosen: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for row in &rows {
        for link in row["measurements"].as_array().unwrap() {
            let [image_type, name] = ["image_type", "name"].map(|key| link[key].as_str().unwrap());
            let key = (image_type.to_owned(), name.to_owned());
            let id = row["id"].as_str().unwrap();
            chosen.entry(key).or_default().push(id.to_owned());
        }
    }
    let chosen = chosen.iter().map(
        |((image_type, name), rows)| json!({"image_type": image_type, "name": name, "rows": rows}),
    );
    json!({"z_limit": 2, "rows": rows, "chosen": chosen.collect::<Vec<_>>()})
}

fn stored_study(number: usize) -> Value {
    read(&format!("fixtures/studies/study-{number:02}.json"))
}

#[test]
fn values_of_a_study_stand_where_the_second_implementation_says() {
    let sets = ShippedSets::read();
    let mut outcomes = 0;
    for (number, data_type) in [(1, "adult"), (6, "pediatric"), (8, "fetal")] {
        let content = stored_study(number);
        let mut study = evaluator(&sets, &content);
        assert!(
            study
                .evaluate()
                .iter()
                .all(|image| image.standings.is_none())
        );
        let references = all_references(data_type);
        study.set_references(serde_json::from_value(references.clone()).unwrap());
        let images = study.evaluate();
        let value = |name: &str| {
            let all = images.iter().flat_map(|image| &image.measurements);
            let found = all
                .filter(|one| &*one.name == name)
                .find_map(|one| one.aggregate);
            found.map(|mm| mm / 10.0)
        };
        // The only images of their types.
        let fetus = match data_type {
            "fetal" => {
                json!({"femur_length_cm": value("FL"), "biparietal_diameter_cm": value("BPD"),
                "head_circumference_cm": value("HC"), "abdominal_circumference_cm": value("AC"),
                "crown_rump_length_cm": value("CRL")})
            }
            _ => json!({}),
        };
        let rows = references["rows"].as_array().unwrap();
        let (mut cases, mut found) = (Vec::new(), Vec::new());
        for image in &images {
            for judged in image.standings.as_ref().unwrap() {
                let mut measured = image.measurements.iter();
                let measured = measured.rfind(|one| *one.name == *judged.name).unwrap();
                for standing in &judged.standings {
                    let row = rows
                        .iter()
                        .position(|row| row["id"] == *standing.row)
                        .unwrap();
                    cases.push(
                        json!({"row": row, "unit": measured.units, "value": measured.aggregate,
                        "facts": content["study"], "fetus": fetus, "z_limit": 2}),
                    );
                    found.push(plain(standing));
                }
            }
        }
        outcomes += found.iter().filter(|one| one[1].is_array()).count();
        let Some(told) = by_python("standing.py", &json!({"rows": rows, "cases": cases})) else {
            println!(
                "SKIPPED: without python3 standings are not compared with the second implementation"
            );
            return;
        };
        for ((found, told), case) in found.iter().zip(&told).zip(&cases) {
            assert!(same(found, told), "{found} instead of {told} of {case}");
        }
    }
    assert!(outcomes > 150, "{outcomes}");
}

#[test]
fn a_cohort_of_one_stands_where_its_study_does() {
    let sets = ShippedSets::read();
    let mut outcomes = 0;
    for (number, data_type) in [(1, "adult"), (6, "pediatric"), (8, "fetal")] {
        let content = stored_study(number);
        let mut study = evaluator(&sets, &content);
        let references = all_references(data_type);
        study.set_references(serde_json::from_value(references.clone()).unwrap());
        let images = study.evaluate();
        let mut sizes = Vec::new();
        let mut measured = Vec::new();
        for (image_type, name) in FETAL_MEASUREMENTS {
            let mut all = images.iter().flat_map(|image| &image.measurements);
            let found = all.find_map(|one| one.aggregate.filter(|_| *one.name == *name));
            if let Some(value) = found {
                measured.push(json!([sizes.len(), value]));
                sizes.push(json!({"image_type": image_type, "name": name, "unit": "mm"}));
            }
        }
        let rows = references["rows"].as_array().unwrap();
        for image in &images {
            for judged in image.standings.as_ref().unwrap() {
                let mut own = image.measurements.iter();
                let own = own.rfind(|one| *one.name == *judged.name).unwrap();
                let Some(value) = own.aggregate else { continue };
                let standings = &judged.standings;
                let counts = standings.iter().find(|one| one.outcome.is_some());
                let counts = counts.or(standings.first());
                let used = |row: &&Value| standings.iter().any(|one| row["id"] == *one.row);
                let asked = json!({"z_limit": 2, "unit": own.units, "points": 20, "sizes": sizes,
                    "rows": rows.iter().filter(used).collect::<Vec<_>>(),
                    "values": [{"value": value, "facts": content["study"], "sizes": measured}]});
                let found = JudgedValues::of(&serde_json::from_value(asked).unwrap());
                let standing = found.standings[0].as_ref().map(|one| &one.standing);
                assert_eq!(standing, counts, "{}", judged.name);
                let has_outcome = counts.is_some_and(|one| one.outcome.is_some());
                assert_eq!(found.curves.len(), usize::from(has_outcome));
                outcomes += usize::from(has_outcome);
            }
        }
    }
    assert!(outcomes > 60, "{outcomes}");
}
#[test]
fn rows_for_the_other_sex_are_left_out_of_a_study() {
    let sets = ShippedSets::read();
    let mut study = evaluator(&sets, &stored_study(1));
    study.set_references(serde_json::from_value(all_references("adult")).unwrap());
    let images = study.evaluate();
    let judged = images
        .iter()
        .flat_map(|image| image.standings.as_ref().unwrap());
    let rows: Vec<&str> = judged
        .flat_map(|one| &one.standings)
        .map(|standing| standing.row.as_str())
        .collect();
    assert!(rows.contains(&"ase2015.lvidd.male") && !rows.contains(&"ase2015.lvidd.female"));
}

#[test]
fn references_with_an_unknown_row_are_refused_by_name() {
    let mut references = all_references("fetal");
    references["chosen"][0]["rows"] = json!(["nothing"]);
    let read = serde_json::from_value::<StudyReferences>(references.clone());
    assert!(read.unwrap_err().to_string().contains("nothing"));
    references["z_limit"] = json!(0);
    assert!(serde_json::from_value::<StudyReferences>(references).is_err());
}

#[test]
fn a_curve_is_the_band_of_patients_along_the_predictor() {
    let rows = shipped_rows();
    let row = |id: &str| rows.iter().find(|row| row.id == id).unwrap();
    let patient = Patient::default();
    let plot = |points| Plot {
        unit: "mm".to_owned(),
        over: None,
        points,
    };
    // INTERGROWTH-21st femur: printed 50th centiles 13.0 mm at 14 weeks and 72.1 mm at 40 weeks (-39.9616 + 4.32298 w - 0.0380156 w2).
    let curve = Curve::of(row("intergrowth.fl"), &patient, &plot(27), 2.0);
    let ends = [curve.points[0], curve.points[26]];
    assert_eq!(
        (curve.over, curve.points.len()),
        (Some(Variable::GaWeeks), 27)
    );
    assert_eq!(ends.map(|point| point.at), [14.0, 40.0]);
    let printed = [13.1, 72.1];
    for (point, printed) in ends.iter().zip(printed) {
        let [low, expected, high] = [point.low, point.expected, point.high].map(Option::unwrap);
        assert!((expected - printed).abs() < 0.06, "{expected}");
        assert!((high + low - 2.0 * expected).abs() < 1e-9 && low < expected);
    }
    // Height, weight and age of the patient are needed when one of them varies.
    let adult = Curve::of(row("pfaffenberger2013.lvedv.male"), &patient, &plot(5), 2.0);
    assert_eq!((adult.points.len(), adult.missing.len()), (0, 2));
    // The same limits for all are no curve.
    let constant = Curve::of(row("mapse"), &patient, &plot(5), 2.0);
    assert_eq!((constant.over, constant.points.len()), (None, 0));
}
