/** The files that are mutated together, and the tests that should detect it. */
export type Room = {
  /** Paths of files; `#one,two` behind a path limits the mutants to these top-level declarations. */
  files: string[]
  tests: string[]
  /** Whether the tests need the real PostgreSQL. */
  database?: boolean
}

export const fileOf = (entry: string): string => entry.split('#')[0] ?? ''
export const namesIn = (entry: string): string[] => entry.split('#')[1]?.split(',') ?? []

export const rooms: Readonly<Record<string, Room>> = {
  'funding-rules': {
    files: ['contract/src/funding/rules.ts'],
    tests: ['contract/src/funding/rules.test.ts'],
  },
  schedule: {
    files: [
      'allocation-order',
      'fraction',
      'funding-schedules',
      'net-schedule',
      'schedule',
      'split',
      'tax',
    ].map((name) => `server/src/schedule/${name}.ts`),
    tests: ['allocation-order', 'schedule', 'shares', 'split'].map(
      (name) => `server/src/schedule/${name}.test.ts`,
    ),
  },
  repayment: {
    files: ['penalty', 'waterfall', 'split-payment'].map((name) => `server/src/repayment/${name}.ts`),
    tests: ['server/src/repayment/{penalty,waterfall}.test.ts'],
  },
  limits: {
    files: ['server/src/limits/rule.ts'],
    tests: ['server/src/limits/rule.test.ts'],
  },
  format: {
    files: [
      'business-date',
      'date',
      'days-left',
      'decimal',
      'interest',
      'mask-number',
      'month',
      'percent',
      'reference-number',
      'rupiah',
      'tenor',
      'terbilang',
    ].map((name) => `contract/src/format/${name}.ts`),
    tests: ['contract/src/format/*.test.ts'],
  },
}
