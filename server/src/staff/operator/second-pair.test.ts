import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { confirmed } from '../../../testing/decide-proposal.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender } from '../../../testing/people.ts'
import { aPerson, aRule, decidedBy } from '../../../testing/staff.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { cashOf } from '../../books/index.ts'
import { creditTopUp } from '../../cash/index.ts'
import { fileGate } from '../../operator/second-pair.ts'
import type { Mail } from '../../outside/mail/port.ts'
import { storeTaxNumber } from '../../lenders/index.ts'
import { many, one } from '../../platform/db/database.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import { acceptFile } from '../approvals/accept-file.ts'
import { jobs, lookAtBreakGlass } from '../approvals/break-glass.ts'
import { proposalMailJobs } from '../approvals/proposal-mail.ts'
import { confirmProposal, findProposal, withdrawProposal } from '../approvals/proposals.ts'
import { takeStaffRights } from '../people/index.ts'

const mails: Mail[] = []
const mail = { send: async (one: Mail) => void mails.push(one), check: async () => {}, close: () => {} }
const { fixture, operator, loanFile, file } = operatorAtWork({ overrides: { mail } })

let [lenderId, phone] = [0, '']
let [maya, dewi, budi] = [0, 0, 0]
const decide = async <Input>(
  verb: Parameters<typeof decidedBy<Input, unknown>>[1],
  by: number,
  proposal: number,
) => {
  await confirmed(fixture().context, proposal)
  const { input } = await findProposal(fixture().context.db, proposal)
  return decidedBy(fixture(), verb, by, { proposal, input: input as Input })
}

beforeAll(async () => {
  const lender = await aLender(fixture().context)
  ;({ lenderId } = lender)
  const { context } = fixture()
  const [row] = await many<{ phone: string }>(
    context.db,
    'test.phone',
    'select phone from lender where id = $1',
    [lenderId],
  )
  phone = row?.phone ?? ''
  maya = await aPerson(fixture(), 'Maya', 'LOOK', 'WORK')
  dewi = await aPerson(fixture(), 'Dewi', 'LOOK', 'WORK', 'DECIDE', 'ADMIN')
  budi = await aPerson(fixture(), 'Budi', 'LOOK', 'DECIDE', 'ADMIN')
  for (const operation of ['creditTopUp', 'acceptFile', 'addLoanType', 'importLoans', 'addStaff'])
    await aRule(fixture(), operation)
})

const topUp = (payment: string, ...more: string[]) => [
  'lenders',
  'top-up',
  '--phone',
  phone,
  '--amount',
  '5000',
  '--payment',
  payment,
  '--without-line',
  'slip seen',
  ...more,
]
const cash = async () => (await cashOf(fixture().context.db, lenderId)).available

describe('CON-05 a command that needs a second pair on the command line', () => {
  test('is proposed, in Indonesian, with its number, and does nothing; a dry run proposes nothing', async () => {
    const tried = await operator(topUp('A-1', '--operator', 'Maya', '--dry-run'))
    expect(tried).toMatchObject({ exit: 0, out: expect.stringContaining('tidak ada yang ditulis') })
    const asked = await operator(topUp('A-1', '--operator', 'Maya'))
    expect(asked).toMatchObject({ exit: 0, err: '' })
    expect(asked.out).toMatch(
      /^Diajukan sebagai usulan \d+: tindakan ini memerlukan persetujuan orang kedua, /,
    )
    const again = await operator([...topUp('A-1', '--operator', 'Maya'), '--json'])
    expect(again.json).toMatchObject({ proposal: { isNew: false } })
    expect(await cash()).toBe(0)
    const { number } = again.json.proposal as { number: number }
    const shown = await operator(['proposals', 'show', String(number)])
    expect(shown.out).toMatch(/creditTopUp {2}Rp.*5\.000 {2}oleh Maya {2}menunggu/)
    expect(shown.out).toContain('dari tester@test-machine')
    expect(await decide(creditTopUp, dewi, number)).toMatchObject({ state: 'DONE' })
    expect(await cash()).toBe(5_000)
    expect((await operator(['proposals', 'list'])).out).toBe('0 ditampilkan\n')
    expect((await operator(['proposals', 'list', '--all'])).out).toContain('dilakukan')
  })

  test('is not proposed by a stranger, nor if it would be refused, and is withdrawn by its maker only', async () => {
    const stranger = await operator(topUp('A-2'))
    expect(stranger.exit).toBe(2)
    expect(stranger.err).toMatch(/^STAFF_RIGHT_MISSING: .*Sebutkan --operator dengan nama staf/)
    expect(await operator(topUp('A-2', '--dry-run')), 'nor does it pass a dry run').toEqual(stranger)
    const unknown = topUp('A-2', '--operator', 'Maya').map((word) => (word === phone ? '899999999' : word))
    expect((await operator(unknown)).exit).toBe(2)
    const asked = await operator([...topUp('A-2', '--operator', 'Maya'), '--json'])
    const number = String((asked.json.proposal as { number: number }).number)
    const withdraw = (name: string) => operator(['proposals', 'withdraw', number, '--operator', name])
    expect(await withdraw('Dewi')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('STAFF_RIGHT_MISSING'),
    })
    expect(await withdraw('Maya')).toMatchObject({ exit: 0, out: expect.stringContaining('ditarik') })
    expect(await withdraw('Maya')).toMatchObject({ exit: 2, err: expect.stringContaining('PROPOSAL_ENDED') })
  })

  test('is decided by nobody before the person whose name was typed has confirmed it at the console', async () => {
    const { context } = fixture()
    await runAllJobs(
      context,
      proposalMailJobs(context, async ({ operation }) => operation),
    )
    mails.length = 0
    // Dewi decides, and types what she decides in the name of Maya.
    const { number } = (await operator([...topUp('A-4', '--operator', 'Maya'), '--json'])).json.proposal as {
      number: number
    }
    const { input } = await findProposal(context.db, number)
    const agreed = (by: number) =>
      decidedBy(fixture(), creditTopUp, by, { proposal: number, input: input as never })
    const confirmAs = (staffId: number) =>
      perform(context, confirmProposal, { actor: staffActor(staffId), input: { number, staffId } })
    const before = await cash()
    await expect(agreed(dewi)).rejects.toMatchObject({ code: 'PROPOSAL_UNCONFIRMED' })
    await expect(confirmAs(dewi)).rejects.toMatchObject({ code: 'STAFF_RIGHT_MISSING' })
    await runAllJobs(
      context,
      proposalMailJobs(context, async ({ operation }) => operation),
    )
    expect(mails.find(({ to }) => to === 'maya@contoh.example')?.text).toMatch(
      /^Di baris perintah tester@test-machine diajukan usulan \d+ atas nama Anda: creditTopUp/,
    )
    await confirmAs(maya)
    await confirmAs(maya)
    await expect(agreed(maya)).rejects.toMatchObject({ code: 'PROPOSAL_OWN' })
    expect(await cash()).toBe(before)
    const shown = await operator(['proposals', 'show', String(number)])
    expect(shown.out).toContain('dibenarkan pengusulnya')
    expect(await agreed(dewi)).toMatchObject({ state: 'DONE' })
    expect(await cash()).toBe(before + 5_000)
  })

  test('takes no name of a person at the console', async () => {
    const { exit, err } = await operator(topUp('A-3', '--operator', `staff-${dewi}`))
    expect([exit, err]).toEqual([2, expect.stringContaining('konsol')])
    const email = 'konsol@contoh.example'
    const added = await operator(['staff', 'add', '--name', 'Staff-9', '--email', email, '--rights', 'WORK'])
    expect([added.exit, added.err]).toEqual([2, expect.stringContaining('milik konsol')])
  })
})

describe('CON-05 break-glass', () => {
  const alone = (...more: string[]) => topUp('B-1', '--break-glass', '<b>bank away</b>', ...more)

  test('runs only from a terminal, by a person of the staff, and is told to all administrators, those too from whom the right was just taken, and to whom it names', async () => {
    const before = await cash()
    for (const who of [{ canAnswer: true, seat: { terminal: null } }, { canAnswer: false }]) {
      const script = operatorOn(fixture(), who)
      expect(await script(alone('--operator', 'Maya'))).toMatchObject({
        exit: 2,
        err: expect.stringContaining('orang di depan terminal'),
      })
    }
    const person = operatorOn(fixture(), { canAnswer: true })
    expect(await person(alone('--operator', 'nobody'))).toMatchObject({
      exit: 2,
      err: expect.stringContaining('STAFF_RIGHT_MISSING'),
    })
    expect(await cash()).toBe(before)
    mails.length = 0
    await perform(fixture().context, takeStaffRights, {
      actor: { kind: 'operator', name: 'test' },
      input: { name: 'Budi', rights: ['ADMIN'], reason: 'test' },
    })
    expect(await person(alone('--operator', 'Maya'))).toMatchObject({ exit: 0 })
    expect(await cash()).toBe(before + 5_000)
    await runAllJobs(fixture().context, jobs(fixture().context))
    expect(mails.map(({ to }) => to).toSorted()).toEqual([
      'budi@contoh.example',
      'dewi@contoh.example',
      'maya@contoh.example',
    ])
    expect(mails[0]?.html).toContain('&#60;b&#62;bank away')
    const trail = await operator(['audit', 'search', '--operation', 'breakGlass'])
    expect(trail.out).toContain('operator:Maya')
  })

  test('stays in the morning list until another person has looked', async () => {
    const unseen = async () => {
      const { lines } = (await operator(['today', '--json'])).json as {
        lines: { name: string; figures: { count: number; red: boolean }[] }[]
      }
      return lines.find(({ name }) => name === 'breakGlass')?.figures[0]
    }
    expect(await unseen()).toMatchObject({ count: 1, red: true })
    // A name that is typed could be anybody's.
    expect((await operator(['break-glass', 'look', '1', '--operator', 'Budi'])).exit).toBe(2)
    const look = (staffId: number, name: string) =>
      perform(fixture().context, lookAtBreakGlass, {
        ...{ actor: staffActor(staffId), input: { number: 1, by: { name } } },
      })
    await expect(look(maya, 'Maya')).rejects.toMatchObject({ code: 'PROPOSAL_OWN' })
    await expect(look(0, 'nobody')).rejects.toMatchObject({ code: 'STAFF_RIGHT_MISSING' })
    await look(budi, 'Budi')
    await expect(look(budi, 'Budi')).rejects.toThrow('Tidak ada perintah 1')
    expect(await unseen()).toMatchObject({ count: 0, red: false })
    expect((await operator(['break-glass', 'list', '--all'])).out).toContain('ditinjau Budi')
  })
})

describe('CON-04 a file that needs a second pair', () => {
  const loans = async () =>
    (await one<{ count: number }>(fixture().context.db, 'test.loans', 'select count(*) as count from loan'))
      .count

  test('is tried, proposed by its hash, and imported under the decided proposal with the same options only', async () => {
    const path = await loanFile({ loanNumber: 'P-0001' }, { loanNumber: 'P-0002' })
    const importIt = (...more: string[]) => operator(['loans', 'import', path, '--operator', 'Maya', ...more])
    const before = await loans()
    const asked = await importIt('--json')
    expect(asked.json).toMatchObject({ lines: 2, imported: 2, dryRun: true })
    const { number } = asked.json.proposal as { number: number }
    const under = (...more: string[]) => importIt('--proposal', String(number), ...more)
    expect(await under()).toMatchObject({ exit: 2, err: expect.stringMatching(/^SECOND_PAIR_NEEDED/) })
    expect(await loans()).toBe(before)
    expect(await decide(acceptFile, budi, number)).toMatchObject({ state: 'DONE' })
    expect(await loans()).toBe(before)
    expect((await under('--publish')).exit).not.toBe(0)
    expect(await loans()).toBe(before)
    expect(await under('--json')).toMatchObject({ exit: 0, json: { imported: 2 } })
    expect(await loans()).toBe(before + 2)
    await writeFile(path, 'another content')
    expect((await under()).exit).not.toBe(0)
  })
})

test('CON-04 a file is proposed with the sum that its dry run found, and one that takes away needs nobody else', async () => {
  const day = '2026-01-31'
  const path = await file(`lender_phone,bank,amount,as_of\n${phone},BNI,70000,${day}\n`)
  const importIt = (...more: string[]) =>
    operator(['lenders', 'cash', 'take-over', path, '--operator', 'Maya', '--json', ...more])
  const stranger = await operator(['lenders', 'cash', 'take-over', path, '--dry-run'])
  expect(stranger).toMatchObject({ exit: 2, err: expect.stringMatching(/^STAFF_RIGHT_MISSING/) })
  const asked = await importIt()
  const { number } = asked.json.proposal as { number: number }
  expect(await findProposal(fixture().context.db, number)).toMatchObject({
    operation: 'acceptFile',
    amount: 70_000,
  })
  const cancel = await file('loan_number,reason\nP-9999,withdrawn\n')
  expect((await operator(['loans', 'cancel', '--file', cancel, '--operator', 'Maya'])).out).toContain(
    '1 ditolak',
  )
})

test('CON-04 a file of sums is proposed whole: what is refused today and taken tomorrow would lack in its sum', async () => {
  const path = await file(
    `lender_phone,bank,amount,as_of\n${phone},BNI,70000,2026-01-31\n8999999999,BNI,5000000000,2026-01-31\n`,
  )
  const asked = await operator(['lenders', 'cash', 'take-over', path, '--operator', 'Maya', '--json'])
  expect(asked).toMatchObject({ exit: 2, json: { lines: 2, refused: 1 } })
  expect(asked.json.proposal).toBeUndefined()
})

test('CON-04 what is tried and proposed is one content, even if the file is replaced meanwhile', async () => {
  const path = await file('large')
  const actor = { kind: 'operator', name: 'Maya' } as const
  const command = new Command('operator').command('import')
  const gate = await fileGate(fixture().context, { ...actor }, command, { path, proposal: undefined })
  await writeFile(path, 'small')
  expect(await readFile(gate.path, 'utf8')).toBe('large')
  const proposal = await gate.propose?.(1)
  const { input } = await findProposal(fixture().context.db, proposal?.number ?? 0)
  expect(input).toMatchObject({ sha256: createHash('sha256').update('large').digest('hex') })
  await gate.close()
  await expect(readFile(gate.path)).rejects.toThrow('ENOENT')
  await perform(fixture().context, withdrawProposal, {
    actor,
    input: { number: proposal?.number ?? 0, maker: actor },
  })
})

test('CON-04 a file that would do nothing is not proposed: each line known before or refused', async () => {
  const give = async (lines: string) => {
    const path = await file(lines)
    return operator(['lenders', 'tax-number', 'import', path, '--operator', 'Maya', '--json'])
  }
  const head = 'phone,tax_number,valid_from\n'
  const known = `${phone},9900001708900003,2025-01-01\n`
  const [number, validFrom] = ['9900001708900003', '2025-01-01']
  await perform(fixture().context, storeTaxNumber, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId, number, validFrom },
  })
  const idle = await give(`${head}${known}899999999,9900001708900004,2025-01-01\n`)
  expect(idle).toMatchObject({ exit: 1, json: { taken: 0, known: 1, refused: 1 } })
  expect(idle.json.proposal).toBeUndefined()
  expect((await give(`${head}${known}`)).exit).toBe(0)
  const { proposals } = (await operator(['proposals', 'list', '--json'])).json as { proposals: unknown[] }
  const lines = await file(`${head}${phone},9900001708900005,2025-02-01\n899999999,1,2025-01-01\n`)
  const undecided = ['lenders', 'tax-number', 'import', lines, '--operator', 'Maya', '--proposal', '1']
  expect(await operator(undecided)).toMatchObject({
    exit: 2,
    out: '',
    err: expect.stringMatching(/^SECOND_PAIR_NEEDED/),
  })
  const later = await give(`${head}${phone},9900001708900005,2025-02-01\n`)
  expect(later.json).toMatchObject({ taken: 1, proposal: { isNew: true } })
  const after = (await operator(['proposals', 'list', '--json'])).json as { proposals: unknown[] }
  expect(after.proposals).toHaveLength(proposals.length + 1)
})

test('CON-05 the second person of the staff is proposed like everything that gives access', async () => {
  const add = ['staff', 'add', '--name', 'Rina', '--email', 'rina@contoh.example', '--rights', 'LOOK,DECIDE']
  expect((await operator([...add, '--operator', 'Maya'])).out).toContain('Diajukan sebagai usulan')
  const { out } = await operator(['staff', 'list'])
  expect(out).not.toContain('Rina')
  const take = (name: string) =>
    operator(['staff', 'take', '--name', name, '--rights', 'DECIDE', '--reason', 'left'])
  expect(await take('Dewi')).toMatchObject({ exit: 2, err: expect.stringContaining('RULE_UNSATISFIABLE') })
})

test('CON-03 a rule for large sums names the sum and more people than below it, and what is missing is said in a sentence', async () => {
  const rule = (...more: string[]) =>
    operator(['approvals', 'set', '--operation', 'storeBankAccount', '--reason', 'test', ...more])
  const alone = [
    ['--deciders', '1', '--large-from', '5000'],
    ['--deciders', '1', '--large-deciders', '2'],
    ['--deciders', '2', '--large-from', '5000', '--large-deciders', '2'],
    ['--deciders', '0', '--large-from', '5000', '--large-deciders', '2'],
  ]
  for (const options of alone)
    expect(await rule(...options), options.join(' ')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('Batas jumlah besar'),
    })
  expect((await rule('--deciders', '9')).err).toContain('dari 0 sampai 5')
  const whole = await rule('--deciders', '1', '--large-from', '5000', '--large-deciders', '2')
  expect(whole).toMatchObject({ exit: 0, out: expect.stringMatching(/^Aturan versi \d+ berlaku untuk 1 /) })
  const { out } = await operator(['approvals', 'show'])
  expect(out).toMatch(/storeBankAccount {2}1 orang, 2 orang mulai Rp.*5\.000, paling lama 72 jam/)
})
