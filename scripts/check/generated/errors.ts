import type { Endpoint } from '@pematang/contract/endpoint'
import { endpoints } from '@pematang/contract/endpoints'
import {
  commonRefusals,
  moneyRefusals,
  type RefusalCode,
  refusals,
  sessionRefusals,
} from '@pematang/contract/refusals'

/** The example amount in the listed sentences, in rupiah. */
const amount = 100_000

/**
 * Generates docs/errors.md: every refusal with the calls that can give it; those without a call come from operator
 * commands.
 */
export function errorsPage(): string {
  const codes = Object.keys(refusals) as RefusalCode[]
  const rows = codes
    .toSorted((a, b) => refusals[a].status - refusals[b].status)
    .map((code) => `| ${code} | ${refusals[code].status} | ${sentence(code)} | ${givenBy(code)} |`)
  return `# Refusals

This page is made from \`contract/src/refusals.ts\` and the calls of \`contract/src/endpoints.ts\` by
\`npm run generate\`; do not edit it.

A refusal is answered with its status and \`{"message", "code", "requestId"}\`: \`message\` is the Indonesian sentence
that the screen shows, \`code\` is what a program looks at and does not change, \`requestId\` finds the request in the
log. Amounts in the sentences below stand for any amount.

| Code | Status | Sentence | Given by |
|---|---|---|---|
${rows.join('\n')}
`
}

const sentence = (code: RefusalCode): string => refusals[code].sentence({ amount, retryAfterSeconds: 1 })

function givenBy(code: RefusalCode): string {
  const isIn = (list: readonly RefusalCode[]) => list.includes(code)
  if (isIn(commonRefusals)) return 'any call'
  const every: Endpoint[] = Object.values(endpoints)
  const calls = every.filter((call) => isIn(call.errors)).map((call) => `\`${call.operationId}\``)
  if (isIn(sessionRefusals)) calls.unshift('any call with a token')
  if (isIn(moneyRefusals)) calls.unshift('any call that moves money')
  return (
    calls.join(', ') ||
    (code === 'CALLBACK_FORGED' ? 'the callbacks of providers' : 'commands of the operator')
  )
}
