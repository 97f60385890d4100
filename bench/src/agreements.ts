import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import {
  type AgreementRenderer,
  type makeAgreementRenderer,
  sampleSnapshot,
} from '../../server/src/documents/testing.ts'
import type { AgreementSnapshot } from '../../server/src/documents/index.ts'
import { testCertificate } from '../../server/testing/certificate.ts'
import { positive } from './options.ts'
import { describeMachine } from './stand/machine.ts'

// Measures the processor time for generating the two agreements of a funding on a thread, as the server does.

const { values } = parseArgs({
  options: {
    fundings: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    tenor: { type: 'string', default: '12' },
    beside: { type: 'string' },
  },
})
const fundings = positive('fundings', values.fundings) ?? 200
const rounds = positive('rounds', values.rounds) ?? 5
const tenor = positive('tenor', values.tenor) ?? 12

const here = path.resolve(import.meta.dirname, '../..')
const checkouts = [here, ...(values.beside ? [path.resolve(values.beside)] : [])]
const made = await Promise.all(checkouts.map(rendererOf))
const taken = made.map((): number[] => [])
const first = made.map(() => 0)
const bytes = made.map(() => 0)
let number = 0

console.log(JSON.stringify(describeMachine(here, 'none')))
try {
  for (const [place, renderer] of made.entries()) {
    first[place] = (await cpuOf(() => renderer.render(next()))) / 1000
    // Warm-up: in a running server the code is already compiled and the words of the agreements are cached.
    for (let warm = 0; warm < fundings; warm++) await renderer.render(next())
  }
  for (let round = 0; round < rounds; round++)
    for (const [place, renderer] of made.entries()) {
      const snapshots = Array.from({ length: fundings }, next)
      const spent = await cpuOf(async () => {
        for (const snapshot of snapshots) {
          const { pp, ppfp } = await renderer.render(snapshot)
          bytes[place] = pp.bytes.length + ppfp.bytes.length
        }
      })
      taken[place]?.push(spent / fundings / 1000)
    }
} finally {
  await Promise.all(made.map((renderer) => renderer.close()))
}
for (const [place, checkout] of checkouts.entries()) {
  const sorted = (taken[place] ?? []).toSorted((one, other) => one - other)
  const [low, middle, high] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  console.log(
    `${checkout === here ? 'this checkout' : checkout}: ${middle?.toFixed(1)} ms of CPU for both agreements of ${tenor} installments ` +
      `(${low?.toFixed(1)} to ${high?.toFixed(1)} over ${rounds} rounds of ${fundings} fundings), the first of a process ` +
      `${first[place]?.toFixed(0)} ms, ${((bytes[place] ?? 0) / 1000).toFixed(0)} KB`,
  )
}

async function rendererOf(checkout: string): Promise<AgreementRenderer> {
  const file = pathToFileURL(path.join(checkout, 'server/src/documents/rendering/agreement-renderer.ts'))
  const module = (await import(file.href)) as { makeAgreementRenderer: typeof makeAgreementRenderer }
  return module.makeAgreementRenderer({ threads: 1, queue: 1, certificate: testCertificate })
}

/** CPU microseconds of the whole process, including the thread and the messages to and from it. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Another lender, borrower, loan and amount for each funding, so that only the wording is the same. */
function next(): AgreementSnapshot {
  number += 1
  const sample = sampleSnapshot({ amount: 1_000_000 + ((number * 7919) % 9_000) * 10_000 }, tenor)
  const digits = String(number).padStart(6, '0')
  return {
    ...sample,
    agreementNumber: `2026/11/${digits}`,
    lender: { ...sample.lender, name: `${nameOf(number)} Wulandari`, identityLabel: `NIB 9120001${digits}` },
    borrower: { ...sample.borrower, name: `Usaha ${nameOf(number * 31)}` },
    loan: { ...sample.loan, loanNumber: `PMT-2026-${digits}`, purpose: `Modal kerja ${nameOf(number * 17)}` },
  }
}

/** A nearly unique name, so that it shares few words with other fundings. */
function nameOf(seed: number): string {
  const syllables = ['ba', 'ni', 'ru', 'ta', 'si', 'mo', 'le', 'ka', 'wi', 'du']
  const digits = String((seed * 48_271) % 99_991).padStart(5, '0')
  const name = Array.from(digits, (digit) => syllables[Number(digit)]).join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
