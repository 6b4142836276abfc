//! Cardiac ultrasound engine.
