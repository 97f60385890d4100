import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BreakableSteps, breakableSteps } from '../../../testing/broken-steps.ts'
import { cashInForms } from '../../../testing/console-actions/cash-in.ts'
import { cashOutForms } from '../../../testing/console-actions/cash-out.ts'
import { lenderForms } from '../../../testing/console-actions/lenders.ts'
import { disbursed, loanForms } from '../../../testing/console-actions/loans.ts'
import { type ActionStage, type Fill, setActionStage } from '../../../testing/console-actions/stage.ts'
import { type LoggedInStaff, logInWith, cookieOf, startConsole } from '../../../testing/console.ts'
import { confirmed } from '../../../testing/decide-proposal.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aRule, decidedBy } from '../../../testing/staff.ts'
import type { Action } from '../actions/index.ts'
import { acceptFile } from './accept-file.ts'
import { findProposal } from './proposals.ts'

// What a killed process leaves is what its open connection leaves: here each connection breaks at one statement, or right
// after its commit. The processes themselves are killed by `npm run fail-points`.

let stage: ActionStage
let steps: BreakableSteps
let folder: string
beforeAll(async () => {
  stage = await setActionStage()
  steps = breakableSteps(stage.fixture)
  folder = await mkdtemp(path.join(tmpdir(), 'pematang-killed-'))
}, 120_000)
afterEach(async () => expect(await stage.fixture.books()).toEqual([]))
afterAll(async () => {
  await steps.close()
  await stage.close()
  await rm(folder, { recursive: true })
})

const commands: Record<string, Fill | undefined> = {
  creditTopUp: cashInForms['creditTopUp'],
  storeBankAccount: lenderForms['storeBankAccount'],
  reverseRepayment: loanForms['reverseRepayment'],
  writeOffLoan: loanForms['writeOffLoan'],
  disburseLoan: loanForms['disburseLoan'],
  chargeWithdrawal: cashOutForms['chargeWithdrawal'],
}

const proposals = () => stage.read('select number, operation, ended from proposal order by number')
const votes = async (number: number) =>
  (await findProposal(stage.context.db, number)).votes.map(({ name, verdict }) => `${name} ${verdict}`)
const ran = (number: number, operation: string) =>
  stage.read(
    `select 1 from audit_event where operation = $2 and outcome = 'done' and (detail -> 'authority' ->> 'proposal')::bigint = $1`,
    number,
    operation,
  )

/** Proposes through the console on a connection that breaks at each step: there is one proposal in the end, or none. */
async function proposedThroughout(action: Action, input: Record<string, string>): Promise<number> {
  const { maya, fixture } = stage
  const before = await proposals()
  const app = await startConsole({ context: steps.context })
  try {
    const propose = async () => {
      const answer = await app.post('/actions/propose', { name: action.name, input }, keyed(maya))
      if (answer.status !== 200) throw new Error(answer.bytes.toString())
      return answer.json as { number: number }
    }
    const { broken, last } = await steps.breakEach(propose, async () => {
      const now = await proposals()
      expect(now.slice(0, before.length)).toEqual(before)
      expect(now.length - before.length).toBeLessThanOrEqual(1)
    })
    expect(broken).toBeGreaterThan(10)
    const { number } = (last as { answer: { number: number } }).answer
    expect(await proposals()).toEqual([...before, { number, operation: action.operation, ended: null }])
    expect(await fixture.books()).toEqual([])
    return number
  } finally {
    await app.close()
  }
}
const keyed = ({ cookie }: LoggedInStaff) => ({ headers: { cookie, 'idempotency-key': 'killed-proposal-1' } })

describe('CON-02 a command whose process is killed at any step under a proposal', () => {
  test.each(Object.keys(commands))(
    'CON-02 %s is proposed once, agreed to once and done once',
    async (name) => {
      const action = stage.byName.get(name)
      const fill = commands[name]
      if (!action || !fill) throw new Error(`there is no ${name}`)
      const { input, effect, done } = await fill(stage)
      const before = await effect()
      await aRule(stage.fixture, action.operation, { deciders: 2 })
      const number = await proposedThroughout(action, input)
      const kept = (await findProposal(stage.context.db, number)).input
      const decideAs = (staffId: number) => () =>
        action.decide(steps.context, { staffId, proposal: number, input: kept })

      const agreed = await steps.breakEach(decideAs(stage.budi.staffId), async (wasCommitted) => {
        expect(await votes(number)).toEqual(wasCommitted ? ['Budi AGREED'] : [])
        expect(await effect()).toEqual(before)
      })
      expect(agreed.last).toMatchObject({ error: { code: 'PROPOSAL_DECIDED' } })
      expect(await effect()).toEqual(before)

      const other = (await stage.read(`select id from staff where name = 'Dewi'`)) as { id: number }[]
      const finished = await steps.breakEach(decideAs(other[0]?.id ?? 0), async (wasCommitted) => {
        expect(await votes(number)).toHaveLength(wasCommitted ? 2 : 1)
        expect(await effect()).toEqual(wasCommitted ? done : before)
        expect(await ran(number, action.operation)).toHaveLength(wasCommitted ? 1 : 0)
      })
      expect(finished.broken).toBeGreaterThan(agreed.broken)
      expect(finished.last).toMatchObject({ error: { code: 'PROPOSAL_ENDED' } })
      expect(await effect()).toEqual(done)
      expect(await ran(number, action.operation)).toHaveLength(1)
      await aRule(stage.fixture, action.operation, { deciders: 0 })
    },
  )

  test('CON-02 a decision through the console, killed at any step from the challenge on, is signed anew and done once', async () => {
    const { input, effect, done } = await (cashInForms['creditTopUp'] as Fill)(stage)
    const before = await effect()
    await aRule(stage.fixture, 'creditTopUp')
    const headers = { 'idempotency-key': 'killed-decision-1' }
    const { json } = await stage.maya.post('/actions/propose', { name: 'creditTopUp', input }, { headers })
    const { number } = json as { number: number }
    const { hash } = await findProposal(stage.context.db, number)
    const app = await startConsole({ context: steps.context })
    const [device] = stage.budi.passkeys
    const as = { headers: { cookie: cookieOf(await logInWith(app, device)) } }
    const asked = { verdict: 'AGREE', decisions: [{ number, hash }] }
    try {
      const decide = async () => {
        const { json: offered } = await app.post('/approvals/challenge', asked, as)
        if (!offered?.challenge) throw new Error('no challenge')
        const assertion = device.get(offered.challenge)
        const answer = await app.post('/approvals/decide', { ...asked, assertion }, as)
        const [result] = (answer.json.results ?? []) as { code: string | null }[]
        if (result?.code !== 'PROPOSAL_ENDED') throw new Error(answer.bytes.toString())
        return result.code
      }
      const { broken, last } = await steps.breakEach(decide, async () => {
        const isDone = (await ran(number, 'creditTopUp')).length > 0
        expect(await effect()).toEqual(isDone ? done : before)
        expect(await votes(number)).toEqual(isDone ? ['Budi AGREED'] : [])
      })
      expect(broken).toBeGreaterThan(30)
      expect(last).toEqual({ answer: 'PROPOSAL_ENDED' })
    } finally {
      await app.close()
    }
    expect(await ran(number, 'creditTopUp')).toHaveLength(1)
    await aRule(stage.fixture, 'creditTopUp', { deciders: 0 })
  })

  test('CON-04 a file that was decided, killed at any step of its import, is taken whole in the end, each line once', async () => {
    const { loanId, loanNumber, day } = await disbursed(stage)
    const lines = [1, 2].map((no) => `${loanNumber},${day},30000,KILLED-${no}`)
    const file = path.join(folder, 'killed.csv')
    await writeFile(file, `loan_number,paid_on,amount,reference\n${lines.join('\n')}\n`)
    for (const operation of ['acceptFile', 'recordRepayment']) await aRule(stage.fixture, operation)
    const args = ['--json', 'repayments', 'import', file, '--operator', 'Maya']
    const { json } = await operatorOn(stage.fixture)(args)
    const number = json.proposal.number as number
    const { input } = await findProposal(stage.context.db, number)
    const accept = { proposal: number, input: input as Parameters<typeof acceptFile.run>[1] }
    await confirmed(stage.context, number)
    await decidedBy(stage.fixture, acceptFile, stage.budi.staffId, accept)
    const paid = () =>
      stage.read(
        'select reference, count(*) as times from loan_payment where loan_id = $1 group by 1 order by 1',
        loanId,
      )
    const broken = { ...stage.fixture, context: steps.context }
    const { last, broken: tries } = await steps.breakEach(
      async () => {
        const result = await operatorOn(broken)([...args, '--proposal', String(number)])
        if (result.exit !== 0) throw new Error(result.err)
        return result.exit
      },
      async () => {
        for (const one of (await paid()) as { times: number }[]) expect(one.times).toBe(1)
      },
    )
    expect([tries > 10, last]).toEqual([true, { answer: 0 }])
    expect(await paid()).toEqual([1, 2].map((no) => ({ reference: `KILLED-${no}`, times: 1 })))
    for (const operation of ['acceptFile', 'recordRepayment'])
      await aRule(stage.fixture, operation, { deciders: 0 })
  })
})
