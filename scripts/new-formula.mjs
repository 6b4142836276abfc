// `npm run new:formula -- KIND [--source NAME]`: the source, the golden file and the line of the registry of a new kind of measurement.
// Its output does not pass the tests: they ask for an equation, a source and golden cases.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './lib/root.mjs';

const FORMULAS = ['engine-rs', 'src', 'measure', 'formulas'];
const REGISTRY = ['engine-rs', 'src', 'measure', 'registry.rs'];

/** Name of the files of a kind: `oval circ` is oval_circ. */
export const sourceName = (kind) => kind.toLowerCase().replaceAll(/[ -]/g, '_');

const source = (kind) => `//! \`${kind}\`:

use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "${kind}",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "",
        inputs: "",
        unit: ResultUnit::Is(Unit::Centimetre),
        source: "",
        compute: per_cycle(value),
        from_inputs: None,
    }],
    invalid: "",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    let line = view.line(0)?;
    let points: Vec<_> = line.points.iter().collect();
    let ends = view.in_cm(&points)?;
    let [first, .., last] = ends.as_slice() else {
        return Err(NullReason::TooFewPoints);
    };
    Ok(first.distance(*last))
}
`;

/** A list of lines with one more in its place of the alphabet. */
function withLine(text, pattern, line) {
  const lines = text.split('\n');
  const found = lines.flatMap((each, at) => (pattern.test(each) ? [at] : []));
  const after = found.filter((at) => lines[at] < line).at(-1);
  lines.splice(after === undefined ? found[0] : after + 1, 0, line);
  return lines.join('\n');
}

/** Writes the files of a kind below a folder that is laid out as the repository; returns their paths. */
export function newFormula(root, kind, name = sourceName(kind)) {
  if (!/^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(kind) || !/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error(`"${kind}" in ${name}.rs: a kind is words with spaces or hyphens, a source a_name_like_this`);
  const file = (...parts) => path.join(root, ...parts);
  const [rust, golden] = [file(...FORMULAS, `${name}.rs`), file('fixtures', 'golden', 'measure', `${name}.json`)];
  const [modules, registry] = [file(...FORMULAS, 'mod.rs'), file(...REGISTRY)];
  const registered = readFileSync(registry, 'utf8');
  if (existsSync(rust) || existsSync(golden) || registered.includes(`&f::${name}::KIND`)) throw new Error(`${name} is there already`);
  const counted = registered.replace(/\[&Kind; (\d+)\]/, (_, count) => `[&Kind; ${Number(count) + 1}]`);
  writeFileSync(rust, source(kind));
  writeFileSync(golden, `${JSON.stringify({ kind, cases: [] }, null, 1)}\n`);
  writeFileSync(modules, withLine(readFileSync(modules, 'utf8'), /^pub mod /, `pub mod ${name};`));
  writeFileSync(registry, withLine(counted, /^ {4}&f::/, `    &f::${name}::KIND,`));
  return [rust, golden, modules, registry];
}

if (process.argv[1] === inRoot('scripts', 'new-formula.mjs')) {
  const [kind, flag, name, ...more] = process.argv.slice(2);
  if (!kind || (flag !== undefined && (flag !== '--source' || !name)) || more.length > 0) {
    console.error('usage: npm run new:formula -- KIND [--source NAME]');
    process.exit(2);
  }
  try {
    for (const written of newFormula(inRoot(), kind, name)) console.log(path.relative(inRoot(), written));
    console.log(
      'Now state equation, inputs, unit, source and what is invalid, derive golden cases in fixtures/golden/measure/derive.py, and run `cargo test -p echometry-engine`.',
    );
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
