import fc from 'fast-check'

/* oxlint-disable typescript/no-deprecated -- the plugin that replaces these cannot be set for all tests */
fc.configureGlobal({
  // A test run draws the same cases for everyone; PROPERTY_SEED draws others.
  seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_129),
  // Ends before the test does, so that the smallest counterexample so far is reported instead of a timeout.
  interruptAfterTimeLimit: 240_000,
  markInterruptAsFailure: true,
})
