//! Reference values: every verification point of the sources, and a second implementation on
//! random patients (`fixtures/reference-values`).

mod support;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use echometry_engine::measure::study::facts::{DataType, Sex, StudyFacts};
use echometry_engine::references::expression::{Environment, Variable};
use echometry_engine::references::patient::{FetalSizes, Patient};
use echometry_engine::references::resolved::{Percentile, Resolved, percent_below};
use echometry_engine::references::row::ReferenceRow;
use echometry_engine::references::standing::{Judged, NoOutcome, Outcome, Side, Standing, outcome};
use echometry_engine::workbench::seeded::Seeded;
use serde_json::{Value, json};
use support::references::{read, shipped_rows};

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

/// Answers of the second implementation; none without python3.
fn by_python(asked: &Value) -> Option<Vec<Value>> {
    let script =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/reference-values/standing.py");
    let mut python = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let bytes = serde_json::to_vec(asked).unwrap();
    python.stdin.take().unwrap().write_all(&bytes).unwrap();
    let told = python.wait_with_output().unwrap();
    assert!(told.status.success(), "standing.py failed");
    Some(serde_json::from_slice(&told.stdout).unwrap())
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
    let Some(told) = by_python(&json!({"rows": stored, "cases": cases})) else {
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
