#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| echometry_fuzz::run("records", data));
