import fc from 'fast-check'

// Ends before the test does, so that the smallest counterexample so far is reported instead of a timeout.
fc.configureGlobal({ interruptAfterTimeLimit: 240_000, markInterruptAsFailure: true })
