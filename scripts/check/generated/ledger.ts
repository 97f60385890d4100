import { invariants } from '../../../server/src/audit/testing.ts'
import { chart } from '../../../server/src/books/testing.ts'
import { anchorInvariant } from '../../../server/src/platform/audit/anchor.ts'
import { chainInvariants } from '../../../server/src/platform/audit/chain.ts'

/** Generates docs/ledger.md: the chart of accounts and the checks of the audit of the books. */
export function ledgerPage(): string {
  const accounts = Object.entries(chart).map(
    ([kind, { authorising, meaning }]) =>
      `| ${kind} | ${authorising ? 'authorising' : 'recording'} | ${meaning} |`,
  )
  const rules = [...invariants, ...chainInvariants, anchorInvariant]
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map(({ id, holds }) => `| ${id} | ${holds} |`)
  return `# The ledger

Made from \`server/src/books/ledger/accounts.ts\` and \`server/src/audit/books/audit.ts\` by \`npm run generate\`; do not edit it.

Amounts are whole rupiah. A transfer moves its amount from one account to another, so all balances add up to zero; it is never changed.

## Chart of accounts

An authorising account has a locked balance that never falls below its holds; a recording account is only summed.

| Account | Kind | Meaning |
|---|---|---|
${accounts.join('\n')}

## What the audit of the books checks

\`npm run operator -- books audit\` checks each over one snapshot and names the rows that break one.

| Number | Rule |
|---|---|
${rules.join('\n')}
`
}
