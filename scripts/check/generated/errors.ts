import { type RefusalCode, refusals } from '@pematang/contract/refusals'

/** The example amount in the listed sentences, in rupiah. */
const amount = 100_000

/** Generates docs/errors.md: every refusal with its sentence. */
export function errorsPage(): string {
  const codes = Object.keys(refusals) as RefusalCode[]
  const rows = codes
    .toSorted((a, b) => refusals[a].status - refusals[b].status)
    .map((code) => `| ${code} | ${refusals[code].status} | ${sentence(code)} |`)
  return `# Refusals

Made from \`contract/src/refusals.ts\` by \`npm run generate\`; do not edit it. The calls that give a refusal are in the API description.

A refusal is answered with its status and \`{"message", "code", "requestId"}\`: \`message\` is the Indonesian sentence
for the screen, \`code\` does not change, \`requestId\` finds the request in the log.

| Code | Status | Sentence |
|---|---|---|
${rows.join('\n')}
`
}

const sentence = (code: RefusalCode): string => refusals[code].sentence({ amount, retryAfterSeconds: 1 })
