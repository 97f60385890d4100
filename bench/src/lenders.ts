import { parseArgs } from 'node:util'
import { aBank } from '../../server/src/cash/testing.ts'
import { importLenders, lenderTable } from '../../server/src/lenders/testing.ts'
import { formatHeader } from '../../server/src/platform/csv/table.ts'
import { measureLogins } from './load/logins.ts'
import { positive } from './options.ts'
import { tellPage } from './report/page.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion } from './stand/stand.ts'

// Measures the import of a lender file with everything that a line can say: a dry run, the import, the same file again; and
// what a second factor adds to a login.

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '5000' },
    name: { type: 'string', default: 'lenders' },
    keep: { type: 'boolean', default: false },
  },
})
const size = positive('size', values.size) ?? 0
const actor = { kind: 'operator', name: 'bench' } as const

/** Every fifth lender is a company, every hundredth line is refused. */
function lineOf(index: number): string {
  const n = String(index).padStart(8, '0')
  const isCompany = index % 5 === 0
  const cells: Record<string, string> = {
    ...{ phone: `0812${n}`, name: `Pemberi Dana ${n}`, email: `${n}@contoh.example`, type: 'PERSON' },
    ...{ kind: 'INDIVIDUAL', yearly_income: '400000000', evidence: `SPT ${n}`, valid_until: '2099-12-31' },
    ...{ tax_number: `317401170890${n.slice(4)}`, tax_status: 'DOMESTIC' },
    ...{ bank_account: `01${n}`, bank_holder: `Pemberi Dana ${n}`, bank_code: '009', bank_name: 'BNI' },
    ...{ bank_branch: 'Jakarta', bank_method: '1', va_bni: `9880000${n}`, va_other: `7770000${n}` },
    ...{ va_other_code: '014', va_other_bank: 'Bank Kedua', signer: 'PRIVY', signer_id: `PD${n}` },
    ...(isCompany && { type: 'COMPANY', pic: 'Bagas Adiwangsa', kind: 'COMPANY', yearly_income: '' }),
    ...(index % 100 === 0 && { bank_code: 'BNI' }),
  }
  return `${Object.values(lenderTable.columns)
    .map(({ name }) => cells[name] ?? '')
    .join(',')}\n`
}

async function* fileOf(): AsyncGenerator<string> {
  yield formatHeader(lenderTable)
  for (let index = 1; index <= size; index += 1) yield lineOf(index)
}

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const context = { ...(await makeBooks(stand, 'lenders')), banks: [aBank(1).bank, aBank(2).bank] }
  const rows: string[] = []
  for (const [step, dryRun] of [
    ['dry run', true],
    ['import', false],
    ['the same again', false],
  ] as const) {
    const before = {
      at: performance.now(),
      node: processCpu(process.pid),
      server: serverCpu(stand.postmaster),
    }
    const counts = await importLenders(context, actor, fileOf(), { dryRun, asks: true })
    const seconds = (performance.now() - before.at) / 1e3
    const node = (processCpu(process.pid) - before.node) / 1e6
    const server = (serverCpu(stand.postmaster) - before.server) / 1e6
    rows.push(
      `| ${step} | ${seconds.toFixed(1)} | ${node.toFixed(1)} | ${server.toFixed(1)} | ${JSON.stringify(counts)} |`,
    )
    console.log(rows.at(-1))
  }
  await assertBooks(context, 'after the import')
  // Behind the audit: the apps are added without a command.
  const { alone, second } = await measureLogins(context, 200)
  const logins = `a login beside the hash of the password: ${alone} ms; with a second factor ${second} ms (median of 200)`
  console.log(logins)
  await context.db.close()
  const lines = ['| | seconds | CPU node | CPU PostgreSQL | |', '| --- | ---: | ---: | ---: | --- |', ...rows]
  tellPage(
    {
      title: 'Lenders',
      about: [
        'A lender file by the verb of `lenders import`: class, tax number and status, bank account, two virtual accounts and signer',
        'in every line. Every fifth lender is a company, every hundredth line is refused.',
      ],
      machine,
      parts: [{ heading: `${size.toLocaleString('en-US')} lines`, lines: [...lines, '', `Then ${logins}.`] }],
    },
    values.keep ? values.name : null,
  )
} finally {
  await stand.close()
}
