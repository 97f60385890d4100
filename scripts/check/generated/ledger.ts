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

This page is made from \`server/src/books/ledger/accounts.ts\` and \`server/src/audit/books/audit.ts\` by
\`npm run generate\`; do not edit it.

Amounts are whole rupiah. Every transfer takes its amount from one account and gives it to another, so that all
balances always add up to zero. No transfer is ever changed or removed; a mistake is corrected by another transfer.

## Chart of accounts

An authorising account carries a balance under a row lock, numbers its transfers without a gap, and never falls below
what is held of it. A recording account is only summed, so that none of them becomes a hot row.

| Account | Kind | Meaning |
|---|---|---|
${accounts.join('\n')}

## What the audit of the books checks

\`npm run operator -- books audit\` checks each of these over one snapshot of the database and names the rows that
break one. Every test that moved money ends with the same audit.

| Number | Rule |
|---|---|
${rules.join('\n')}
`
}
