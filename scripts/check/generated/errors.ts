import { type RefusalCode, refusals } from '@pematang/contract/refusals'

/** The example amount in the listed sentences, in rupiah. */
const amount = 100_000

/** Generates docs/errors.md: every refusal of the lenders' API with its sentence. */
export function errorsPage(): string {
  const codes = Object.keys(refusals) as RefusalCode[]
  const statuses = [...new Set(codes.map((code) => refusals[code].status))].toSorted((a, b) => a - b)
  const lists = statuses.map((status) => {
    const own = codes.filter((code) => refusals[code].status === status)
    return `## ${status}\n\n${own.map((code) => `- ${code}: ${sentence(code)}`).join('\n')}`
  })
  return `# Refusals

Made from \`contract/src/refusals.ts\` by \`npm run generate\`. The calls that give a refusal are in the API description.
Those of staff: \`contract/src/staff/refusals.ts\`.

A refusal is answered with its status and \`{"message", "code", "requestId"}\`: \`message\` is the Indonesian sentence
for the screen, \`code\` does not change, \`requestId\` finds the request in the log.

${lists.join('\n\n')}
`
}

const sentence = (code: RefusalCode): string => refusals[code].sentence({ amount, retryAfterSeconds: 1 })
