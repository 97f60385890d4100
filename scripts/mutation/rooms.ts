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
    files: ['contract/src/funding/single/rules.ts'],
    tests: ['contract/src/funding/single/rules.test.ts'],
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
    ].map((name) => `server/src/books/schedule/${name}.ts`),
    tests: ['allocation-order', 'schedule', 'shares', 'split', 'tax'].map(
      (name) => `server/src/books/schedule/${name}.test.ts`,
    ),
  },
  repayment: {
    files: ['penalty', 'waterfall', 'split-payment'].map((name) => `server/src/loans/repayment/${name}.ts`),
    tests: ['server/src/loans/repayment/{penalty,waterfall}.test.ts'],
  },
  limits: {
    files: ['server/src/lenders/limits/rule.ts', 'server/src/lenders/limits/law.ts'],
    tests: ['server/src/lenders/limits/rule.test.ts'],
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
  'ledger-post': {
    files: ['server/src/books/ledger/post.ts', 'server/src/books/ledger/post-many.ts'],
    tests: ['server/src/books/ledger/{post,post-many,ledger}.test.ts'],
    database: true,
  },
  'ledger-holds': {
    files: ['server/src/books/ledger/holds.ts'],
    tests: ['server/src/books/ledger/holds.test.ts'],
    database: true,
  },
  'ledger-accounts': {
    files: [
      'server/src/books/ledger/accounts.ts#openAccount,lockAccounts,lockOwners,readRecording,cashOf',
      'server/src/books/ledger/recorded-balance.ts',
    ],
    tests: ['server/src/books/ledger/accounts.test.ts'],
    database: true,
  },
  'ledger-corrections': {
    files: [
      'server/src/books/ledger/reverse.ts#linesOf,reverseJournals,oppositeOf,taxAccounts,withTax,isCash,addOwed,insertCorrections,insertReversals',
      'server/src/books/ledger/receivable.ts',
    ],
    tests: ['server/src/books/ledger/{reverse,receivable}.test.ts'],
    database: true,
  },
  reconciliation: {
    files: ['server/src/cash/reconciliation/compare.ts'],
    tests: ['server/src/cash/reconciliation/compare.test.ts'],
  },
  'bank-lines': {
    files: [
      'server/src/cash/reconciliation/lines.ts#withdrawalIdOf,withOccurrences,storeLines,matchByReference,matchLine',
    ],
    tests: ['server/src/cash/reconciliation/{lines,match-by-reference}.test.ts'],
    database: true,
  },
  'bank-differences': {
    files: [
      'server/src/cash/reconciliation/history.ts',
      'server/src/cash/reconciliation/differences.ts#openSubjects,storeDifferences,resolveDifference',
    ],
    tests: ['server/src/cash/reconciliation/{history,differences}.test.ts'],
    database: true,
  },
  'call-signatures': {
    files: [
      'server/src/outside/bank/snap/signature.ts',
      'server/src/outside/bank/snap/minify.ts',
      'server/src/outside/bank/snap/timestamp.ts',
      'server/src/outside/esign/callback-signature.ts',
    ],
    tests: [
      'server/src/outside/bank/snap/codec.test.ts',
      'server/src/outside/esign/callback-signature.test.ts',
    ],
  },
  'bank-calls': {
    files: ['authenticate', 'token', 'request'].map((name) => `server/src/cash/snap/${name}.ts`),
    tests: ['server/src/cash/snap/authenticate.test.ts'],
    database: true,
  },
  callbacks: {
    files: ['server/src/funding/signing/receive-callback.ts'],
    tests: ['server/src/funding/signing/receive-callback.test.ts'],
    database: true,
  },
  'signed-data': {
    files: [
      'server/src/documents/signature/signed-data.ts',
      'server/src/documents/signature/asn1.ts',
      'server/src/documents/signature/trust.ts',
      'server/src/documents/signature/extensions.ts#extensionOf,maySign',
    ],
    tests: ['server/src/documents/signature/{asn1,signed-data,trust,extensions}.test.ts'],
  },
  'signed-pdf': {
    files: ['verify-signed', 'update'].map((name) => `server/src/documents/returned/${name}.ts`),
    tests: ['server/src/documents/returned/{update,byte-range}.test.ts'],
  },
  'signed-pdf-changes': {
    files: ['server/src/documents/returned/changes.ts'],
    tests: ['server/src/documents/returned/{changes,signed-field}.test.ts'],
  },
}
