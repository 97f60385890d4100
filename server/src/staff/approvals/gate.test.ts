import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { creditTopUp } from '../../cash/index.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aLender } from '../../../testing/people.ts'
import { aPerson, aRule, decidedBy, proposed } from '../../../testing/staff.ts'
import { fileName } from '../../platform/approvals/file.ts'
import { batchMutation, mutation } from '../../platform/commands/command.ts'
import { decide } from '../../platform/commands/decide.ts'
import { performDryRun } from '../../platform/commands/dry-run.ts'
import { perform, performPart } from '../../platform/commands/perform.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { Database, many, one } from '../../platform/db/database.ts'
import { acceptFile } from './accept-file.ts'
import { expireProposals } from './expire-proposals.ts'
import { findProposal, refuseProposal, withdrawProposal } from './proposals.ts'
import { setApprovalRules } from './rules.ts'
import { takeStaffRights } from '../people/index.ts'

let fixture: Fixture
let lenderId: number
let [maker, first, second, third] = [0, 0, 0, 0]
const operator = { kind: 'operator', name: 'test' } as const

beforeAll(async () => {
  fixture = await makeFixture()
  lenderId = (await aLender(fixture.context)).lenderId
  maker = await aPerson(fixture, 'Maya', 'LOOK', 'WORK')
  first = await aPerson(fixture, 'Dewi', 'LOOK', 'WORK', 'DECIDE')
  second = await aPerson(fixture, 'Budi', 'LOOK', 'DECIDE')
  third = await aPerson(fixture, 'Citra', 'LOOK', 'DECIDE', 'ADMIN')
  await aRule(fixture, 'creditTopUp', { largeFrom: 1_000_000, largeDeciders: 2 })
})
afterAll(() => fixture.close())
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

let payments = 0
const topUp = (amount = 500) => ({
  bank: 'BNI' as const,
  paymentRequestId: `P-${(payments += 1)}`,
  lenderId,
  amount,
  reason: 'slip seen',
})
type TopUp = ReturnType<typeof topUp>
const cash = async () => (await cashOf(fixture.context.db, lenderId)).available
const ask = (input: TopUp, by = maker) => proposed(fixture, creditTopUp, by, input)
const agree = (by: number, proposal: number, input: TopUp, key?: string) =>
  decidedBy(fixture, creditTopUp, by, { proposal, input, ...(key === undefined ? {} : { key }) })
const decisions = async (proposal: number) =>
  (await findProposal(fixture.context.db, proposal)).votes.map(({ name, verdict }) => `${name} ${verdict}`)

test('CON-01 a command that needs a second pair is refused under a rule, is recorded as refused, and goes without one', async () => {
  const input = topUp()
  const call = { actor: operator, input, key: 'key-of-the-refused' }
  await expect(perform(fixture.context, creditTopUp, call)).rejects.toMatchObject({
    code: 'SECOND_PAIR_NEEDED',
  })
  expect(await cash()).toBe(0)
  expect(await performDryRun(fixture.context, creditTopUp, { actor: operator, input })).toEqual({
    credited: true,
  })
  const [entry] = await many(
    fixture.context.db,
    'test.entry',
    `select outcome from audit_event where operation = 'creditTopUp'`,
  )
  expect(entry).toEqual({ outcome: 'SECOND_PAIR_NEEDED' })
  expect(
    await perform(fixture.context, takeStaffRights, {
      actor: operator,
      input: { name: 'Maya', rights: ['ADMIN'], reason: 'taking away needs one' },
    }),
  ).toEqual({ id: maker })
})

test('CON-01 a command that names a proposal nobody decided, or a file nobody accepted, is refused', async () => {
  const input = topUp()
  const proposal = await ask(input)
  for (const authority of [
    { proposal, file: null },
    { proposal, file: 'x' },
    { proposal: 999, file: 'x' },
  ])
    await expect(
      perform(fixture.context, creditTopUp, { actor: { ...operator, authority }, input }),
    ).rejects.toMatchObject({ code: 'SECOND_PAIR_NEEDED' })
  const broken = { breakGlass: fixture.context.random.uuid(), reason: 'nobody of the staff' }
  await expect(
    perform(fixture.context, creditTopUp, { actor: { ...operator, authority: broken }, input }),
  ).rejects.toMatchObject({ code: 'STAFF_RIGHT_MISSING' })
  expect(await cash()).toBe(0)
})

test('CON-01 a command of staff that declares nothing is an error, alone and in a batch, and a batch is refused under a rule', async () => {
  const declared = { operation: 'declaresNothing', permit: ['operator'] as const }
  const alone = mutation<Fixture['context'], null, null>({ ...declared, run: async () => ({ answer: null }) })
  const aBatch = (command: { operation: string; secondPair?: true }) =>
    batchMutation<Fixture['context'], null, null>({
      permit: ['operator'],
      ...command,
      run: (_, asked) => asked.map(() => ({ answer: null })),
    })
  const call = { actor: operator, input: null, key: 'key-of-a-batch' }
  const fault = 'declaresNothing may be run by staff and declares neither'
  await expect(perform(fixture.context, alone, call)).rejects.toThrow(fault)
  expect(await performBatch(fixture.context, aBatch({ operation: 'declaresNothing' }), [call])).toEqual([
    { error: expect.objectContaining({ message: expect.stringContaining(fault) }) },
  ])
  const gated = aBatch({ operation: 'creditTopUp', secondPair: true })
  const refusals = async () =>
    (
      await many(
        fixture.context.db,
        'test.refusals',
        `select from audit_event where operation = 'creditTopUp' and outcome = 'SECOND_PAIR_NEEDED'`,
      )
    ).length
  const before = await refusals()
  expect(await performBatch(fixture.context, gated, [call, { ...call, key: 'key-of-another' }])).toEqual(
    [0, 1].map(() => ({ error: expect.objectContaining({ code: 'SECOND_PAIR_NEEDED' }) })),
  )
  expect((await refusals()) - before).toBe(2)
})

/** Runs a top-up as a part of a command that needs nobody else, after `before`. */
const asPart = (before: () => Promise<unknown> = async () => {}) =>
  mutation<Fixture['context'], TopUp, unknown>({
    operation: 'wholeOfParts',
    permit: ['operator'],
    withoutSecondPair: 'test',
    async run(tx, input, { context, actor }) {
      await before()
      return { answer: await performPart(tx, context, creditTopUp, { actor, input }) }
    },
  })

test('CON-01 what another command runs as a part of itself passes the gate of its own', async () => {
  const before = await cash()
  const call = { actor: operator, input: topUp() }
  await expect(perform(fixture.context, asPart(), call)).rejects.toMatchObject({ code: 'SECOND_PAIR_NEEDED' })
  expect(await cash()).toBe(before)
})

test('CON-01 transactions of one run without a second pair may be under way at once', async () => {
  const authority = { breakGlass: fixture.context.random.uuid(), reason: 'nobody is there' }
  const actor = { ...operator, name: 'Maya', authority }
  const other = () => perform(fixture.context, creditTopUp, { actor, input: topUp() })
  const before = await cash()
  await perform(fixture.context, asPart(other), { actor, input: topUp() })
  expect(await cash()).toBe(before + 1_000)
  expect(await fixture.books()).toEqual([])
})

test('CON-02 the agreement of the last decider runs the command in its transaction, once, and the trail names the proposal', async () => {
  const before = await cash()
  const input = topUp()
  const proposal = await ask(input)
  expect(await ask(input)).toBe(proposal)
  expect(await cash()).toBe(before)
  const done = { state: 'DONE', answer: { credited: true } }
  expect(await agree(first, proposal, input, 'key-of-the-console')).toEqual(done)
  expect(await agree(first, proposal, input, 'key-of-the-console')).toEqual(done)
  await expect(agree(second, proposal, input)).rejects.toMatchObject({ code: 'PROPOSAL_ENDED' })
  expect(await cash()).toBe(before + 500)
  const entry = await one(
    fixture.context.db,
    'test.entry_of_proposal',
    `select actor, detail -> 'authority' as authority from audit_event
      where operation = 'creditTopUp' and outcome = 'done' order by id desc limit 1`,
  )
  expect(entry).toEqual({ actor: `operator:staff-${first}`, authority: { proposal } })
})

test('CON-02 nobody decides their own, twice, without the right, another input, another operation, or what has ended', async () => {
  const input = topUp(2_000_000)
  const proposal = await ask(input, first)
  const refused = async (code: string, call: Promise<unknown>) => expect(call).rejects.toMatchObject({ code })
  await refused('PROPOSAL_OWN', agree(first, proposal, input))
  await refused('STAFF_RIGHT_MISSING', agree(maker, proposal, input))
  await refused('STAFF_RIGHT_MISSING', agree(99, proposal, input))
  await refused('PROPOSAL_NOT_FOUND', agree(second, 99_999, input))
  await refused('PROPOSAL_DIFFERS', agree(second, proposal, { ...input, amount: input.amount + 1 }))
  const other = { ...creditTopUp, operation: 'recordTopUp' }
  await refused('PROPOSAL_DIFFERS', decidedBy(fixture, other, second, { proposal, input }))
  expect(await agree(second, proposal, input)).toEqual({ state: 'AGREED', missing: 1 })
  await refused('PROPOSAL_DECIDED', agree(second, proposal, input))
  const withdrawal = { actor: operator, input: { number: proposal, maker: second } }
  await refused('STAFF_RIGHT_MISSING', perform(fixture.context, withdrawProposal, withdrawal))
  await perform(fixture.context, withdrawProposal, {
    actor: operator,
    input: { number: proposal, maker: first },
  })
  await refused('PROPOSAL_ENDED', agree(third, proposal, input))
  expect(await decisions(proposal)).toEqual(['Budi AGREED'])
})

test('CON-02 the refusal of one decider ends a proposal; past its time nobody can agree to it, and the worker ends it once and tells its maker', async () => {
  const input = topUp()
  const refused = await ask(input)
  const refusal = { number: refused, staffId: second, reason: '<b>the slip is forged</b>' }
  await perform(fixture.context, refuseProposal, { actor: operator, input: refusal })
  await expect(agree(first, refused, input)).rejects.toMatchObject({ code: 'PROPOSAL_ENDED' })
  const again = await ask(input)
  expect(again).toBeGreaterThan(refused)
  fixture.travel('23 hours')
  const open = await ask(topUp())
  fixture.travel('24 hours')
  await expect(agree(first, again, input)).rejects.toMatchObject({ code: 'PROPOSAL_EXPIRED' })
  expect(await decisions(again)).toEqual([])
  // The worker ends it, once beside another worker, and has its maker told; what still waits stays.
  await Promise.all([expireProposals(fixture.context), expireProposals(fixture.context)])
  const ends = `select ended, (select count(*)::int from job where kind = 'staff.proposal-expired' and payload
      = jsonb_build_object('number', number, 'staffId', maker)) as told from proposal where number = any($1) order by number`
  expect(await many(fixture.context.db, 'test.ends', ends, [[again, open]])).toEqual([
    { ended: 'EXPIRED', told: 1 },
    { ended: null, told: 0 },
  ])
  await expect(agree(first, again, input)).rejects.toMatchObject({ code: 'PROPOSAL_EXPIRED' })
})

test('CON-02 where the command refuses or fails at the decision, nothing was decided', async () => {
  const refuses = { ...topUp(), lenderId: 987_654 }
  const proposal = await ask(refuses)
  await expect(agree(first, proposal, refuses)).rejects.toThrow()
  expect(await decisions(proposal)).toEqual([])
  expect(await findProposal(fixture.context.db, proposal)).toMatchObject({ state: 'WAITING' })
})

test('CON-02 two who decide at once run the command once, and a decider suspended at that moment does not count', async () => {
  const before = await cash()
  const input = topUp()
  const proposal = await ask(input)
  const both = await Promise.allSettled([agree(first, proposal, input), agree(second, proposal, input)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await cash()).toBe(before + 500)

  const large = topUp(3_000_000)
  const two = await ask(large)
  expect(await agree(second, two, large)).toEqual({ state: 'AGREED', missing: 1 })
  const take = { name: 'Budi', rights: ['LOOK', 'DECIDE'] as const, reason: 'suspended' }
  await perform(fixture.context, takeStaffRights, {
    actor: operator,
    input: { ...take, rights: [...take.rights] },
  })
  expect(await agree(first, two, large)).toEqual({ state: 'AGREED', missing: 1 })
  expect(await agree(third, two, large)).toMatchObject({ state: 'DONE' })
  await aPersonAgain('Budi')
})

test('CON-02 what a person proposed who lost WORK since is not decided, and who is suspended has it withdrawn', async () => {
  const [input, later] = [topUp(), topUp()]
  const proposal = await ask(input)
  const take = (right: 'LOOK' | 'WORK') =>
    perform(fixture.context, takeStaffRights, {
      actor: operator,
      input: { name: 'Maya', rights: [right], reason: 'suspended' },
    })
  await take('WORK')
  await expect(agree(first, proposal, input)).rejects.toMatchObject({ code: 'PROPOSAL_MAKER_GONE' })
  await expect(ask(later)).rejects.toMatchObject({ code: 'STAFF_RIGHT_MISSING' })
  await take('LOOK')
  await expect(agree(first, proposal, input)).rejects.toMatchObject({ code: 'PROPOSAL_ENDED' })
  await aPersonAgain('Maya')
})

/** Gives a suspended person their rights back; no rule asks for a second pair at that here. */
async function aPersonAgain(name: 'Maya' | 'Budi'): Promise<void> {
  const { setStaffRights } = await import('../people/index.ts')
  const rights = name === 'Maya' ? (['LOOK', 'WORK'] as const) : (['LOOK', 'DECIDE'] as const)
  const input = { name, rights: [...rights], reason: 'back' }
  await perform(fixture.context, setStaffRights, { actor: operator, input })
}

test('CON-02 whose connection breaks before any statement of a decision, repeats it under its key, and the command ran once', async () => {
  const { context } = fixture
  let [left, passed] = [-1, 0]
  const db = new Database({
    url: fixture.databaseUrl,
    size: 2,
    retry: { tries: 1, pause: async () => {} },
    async beforeStatement(_, client) {
      passed += 1
      if (left === 0) (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
      left -= 1
    },
  })
  let broken = 0
  for (let step = 0; step < 40; step += 1) {
    const before = await cash()
    const input = topUp()
    const proposal = await ask(input, first)
    const decision = { staffId: third, proposal, input, key: `key-of-step-${step}` }
    ;[left, passed] = [step, 0]
    const done = await decide({ ...context, db }, creditTopUp, decision).catch(() => null)
    ;[left, broken] = [-1, broken + (done === null ? 1 : 0)]
    if (step < passed) expect(await cash()).toBe(before + (done === null ? 0 : 500))
    expect(await decide({ ...context, db }, creditTopUp, decision)).toMatchObject({ state: 'DONE' })
    expect(await cash()).toBe(before + 500)
    expect(await decisions(proposal)).toEqual(['Citra AGREED'])
  }
  await db.close()
  expect(broken).toBeGreaterThan(15)
})

test('CON-03 the sums of a maker within 24 hours are added, so that splitting one gains nothing', async () => {
  const part = async (amount: number) => {
    const input = topUp(amount)
    return agree(first, await ask(input), input)
  }
  fixture.travel('10 days')
  expect(await part(600_000)).toMatchObject({ state: 'DONE' })
  expect(await part(399_999)).toMatchObject({ state: 'DONE' })
  expect(await part(1)).toEqual({ state: 'AGREED', missing: 1 })
  fixture.travel('11 days')
  expect(await part(1)).toMatchObject({ state: 'DONE' })
})

test('CON-04 a file that one decided takes nothing for which the rule of its command asks for two', async () => {
  const before = await cash()
  await aRule(fixture, 'acceptFile')
  const accepted = async (sha256: string, amount: number) => {
    const file = { command: 'credit {}', name: 'one-line.csv', sha256, amount }
    const proposal = await proposed(fixture, acceptFile, maker, file)
    expect(await decidedBy(fixture, acceptFile, first, { proposal, input: file })).toMatchObject({
      state: 'DONE',
    })
    return () =>
      perform(fixture.context, creditTopUp, {
        actor: { ...operator, authority: { proposal, file: fileName(file) } },
        input: topUp(1),
      })
  }
  const credit = await accepted('a'.repeat(64), 1_000_000)
  await expect(credit()).rejects.toMatchObject({ code: 'SECOND_PAIR_NEEDED' })
  // Nor one that is small only because the same maker had the rest accepted before.
  const creditRest = await accepted('b'.repeat(64), 1)
  await expect(creditRest()).rejects.toMatchObject({ code: 'SECOND_PAIR_NEEDED' })
  expect(await cash()).toBe(before)
  await aRule(fixture, 'creditTopUp')
  expect(await credit()).toEqual({ credited: true })
  await aRule(fixture, 'creditTopUp', { largeFrom: 1_000_000, largeDeciders: 2 })
})

test('CON-03 a rule counts as it is at the decision, and a change of it is decided under the rule of before', async () => {
  await aRule(fixture, 'recordTopUp')
  await aRule(fixture, 'setApprovalRules')
  const rule = { operation: 'recordTopUp', deciders: 2, largeFrom: null, largeDeciders: null, hours: 24 }
  const input = { rules: [rule], reason: 'stricter' }
  const change = (by: number, proposal: number, given: typeof input) =>
    decidedBy(fixture, setApprovalRules, by, { proposal, input: given })
  await expect(perform(fixture.context, setApprovalRules, { actor: operator, input })).rejects.toMatchObject({
    code: 'SECOND_PAIR_NEEDED',
  })
  const stricter = await proposed(fixture, setApprovalRules, first, input)
  await expect(change(first, stricter, input)).rejects.toMatchObject({ code: 'PROPOSAL_OWN' })
  expect(await change(second, stricter, input)).toMatchObject({ state: 'DONE' })
  const own = { ...rule, operation: 'setApprovalRules', deciders: 0 }
  const lift = { rules: [own], reason: 'nobody needs it' }
  const lifted = await proposed(fixture, setApprovalRules, first, lift)
  expect(await change(second, lifted, lift)).toMatchObject({ state: 'DONE' })
  const tooMany = { rules: [{ ...rule, deciders: 4 }], reason: 'nobody could keep it' }
  await expect(
    perform(fixture.context, setApprovalRules, { actor: operator, input: tooMany }),
  ).rejects.toMatchObject({ code: 'RULE_UNSATISFIABLE' })
})

test('CON-02 a person has at most 500 proposals that wait, and may make another once one has ended', async () => {
  const busy = await aPerson(fixture, 'Ratu', 'WORK')
  let first = 0
  for (let made = 0; made < 500; made += 1) {
    const number = await ask(topUp(), busy)
    if (made === 0) first = number
  }
  await expect(ask(topUp(), busy)).rejects.toMatchObject({ code: 'PROPOSALS_TOO_MANY' })
  await ask(topUp())
  const withdrawal = { actor: operator, input: { number: first, maker: busy } }
  await perform(fixture.context, withdrawProposal, withdrawal)
  await ask(topUp(), busy)
})

test('CON-02 a proposal, a decision and a rule are never edited or deleted', async () => {
  for (const statement of [
    'update proposal set amount = 1',
    `update proposal set ended = null, ended_at = null where ended is not null`,
    'delete from proposal',
    'delete from proposal_decision',
    'update proposal_decision set staff_id = 1',
    'update approval_rule set deciders = 0',
    'update staff_rights set rights = array[$$ADMIN$$]',
    'delete from break_glass',
  ])
    await expect(fixture.context.db.query({ text: statement }), statement).rejects.toThrow(
      /permission denied|append-only|never edited/,
    )
})
