import { chart } from '../../../server/src/books/testing.ts'

/** Generates docs/ledger.md: the chart of accounts. */
export function ledgerPage(): string {
  const accounts = Object.entries(chart).map(
    ([kind, { authorising, meaning }]) => `| ${kind} | ${authorising ? 'authorising' : '–'} | ${meaning} |`,
  )
  return `# The ledger

Made from \`server/src/books/ledger/accounts.ts\` by \`npm run generate\`; do not edit it.

Amounts are whole rupiah. A transfer moves its amount from one account to another, so all balances add up to zero; it is never changed.
An authorising account has a locked balance that never falls below its holds; the others are recording, only summed.

| Account | Kind | Meaning |
|---|---|---|
${accounts.join('\n')}

## What the audit of the books checks

\`npm run operator -- books audit\` checks every invariant over one snapshot. Of one that is broken it prints number, rule and rows, the worker's log number
and rule. The rules are beside their questions in \`server/src/audit/books\` (I1 to I54), those of the audit trail in
\`server/src/platform/audit/chain.ts\` and \`server/src/platform/audit/anchor.ts\` (I24).
`
}
