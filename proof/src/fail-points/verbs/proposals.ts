import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../../../server/src/context.ts'
import { many, one } from '../../../../server/src/platform/db/database.ts'
import { setApprovalRules } from '../../../../server/src/staff/testing.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { isDecidable } from '../../../../server/testing/decide-proposal.ts'
import { aPerson } from '../../../../server/testing/staff.ts'
import { aDisbursedLoan } from '../../../../server/testing/servicing.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { commandOn, daysAgo, operator } from './commands.ts'

const [maker, decider] = ['Maya', 'Dewi'] as const

async function ensurePeople({ context }: FailPointStand): Promise<void> {
  const known = await many(context.db, 'bench.staff', 'select 1 as one from staff')
  if (known.length > 0) return
  for (const name of [maker, decider]) await aPerson({ context }, name, 'LOOK', 'WORK', 'DECIDE', 'ADMIN')
}

/** Sets how many must decide an operation; 0 lifts its rule. */
const setRule = ({ context }: FailPointStand, operation: string, deciders: 0 | 1): Promise<unknown> =>
  perform(context, setApprovalRules, {
    actor: operator,
    input: {
      rules: [{ operation, deciders, largeFrom: null, largeDeciders: null, hours: 24 }],
      reason: 'fail points',
    },
  })

/** How a proposal ended, who decided it, and how often the audit trail says that its command was done under it. */
const endOf = ({ db }: Context, number: number): Promise<unknown[]> =>
  many(
    db,
    'bench.end_of_proposal',
    `select p.operation, p.ended, array(select d.verdict from proposal_decision d where d.proposal = p.number) as verdicts,
            (select count(*) from audit_event e where e.operation = p.operation and e.outcome = 'done'
                and (e.detail -> 'authority' ->> 'proposal')::bigint = p.number) as times
       from proposal p where p.number = $1`,
    [number],
  )

const countProposals = async ({ db }: Context): Promise<number> =>
  (await one<{ made: number }>(db, 'bench.proposals', 'select count(*) as made from proposal')).made

async function propose(stand: FailPointStand, args: readonly string[]): Promise<number> {
  const said = await stand.operator([...args, '--operator', maker])
  return (JSON.parse(said) as { proposal: { number: number } }).proposal.number
}

/**
 * The command of a verb under a rule, killed while one person proposes it and another decides it. It is proposed once, and
 * deciding is doing, so the command is done with its decision, or neither is. The rule is lifted between the trials, whose
 * preparation needs the command too.
 */
const decided = (verb: Verb): Verb => {
  const [operation = ''] = verb.commands
  return {
    name: `${verb.name}, decided by a second person`,
    commands: ['propose', 'decideProposal'],
    async prepare(stand): Promise<Trial> {
      await ensurePeople(stand)
      await setRule(stand, operation, 0)
      const trial = await verb.prepare(stand)
      await setRule(stand, operation, 1)
      let number = 0
      const before = await countProposals(stand.context)
      return {
        ...trial,
        async ask() {
          number = await propose(stand, trial.args ?? [])
          await stand.operator(['decide', decider, String(number), `fail-points-${number}`])
        },
        async facts() {
          await setRule(stand, operation, 0)
          const made = (await countProposals(stand.context)) - before
          return [await trial.facts?.(), made, await endOf(stand.context, number)]
        },
      }
    },
  }
}

/** A file that was decided, and is killed while it is imported under that: each line is taken once. */
const decidedFile: Verb = {
  name: 'repayment file that was decided by a second person',
  commands: ['recordRepayment'],
  async prepare(stand) {
    await ensurePeople(stand)
    const setBoth = async (deciders: 0 | 1) => {
      for (const operation of ['acceptFile', 'recordRepayment']) await setRule(stand, operation, deciders)
    }
    await setBoth(0)
    const { loanId, loanNumber, fundings } = await aDisbursedLoan(stand.context, [600_000, 400_000], {
      ...{ disbursedOn: daysAgo(35), loanNumber: `FP-${nextNumber()}` },
    })
    const file = path.join(stand.folder, `decided-${nextNumber()}.csv`)
    const lines = [1, 2].map(() => `${loanNumber},${daysAgo(0)},100000,FP-PAYMENT-${nextNumber()}`)
    writeFileSync(file, `loan_number,paid_on,amount,reference\n${lines.join('\n')}\n`)
    await setBoth(1)
    const args = ['repayments', 'import', file]
    const number = await propose(stand, args)
    await stand.operator(['decide', decider, String(number), `fail-points-${number}`])
    const concerned = { lenders: fundings.map(({ lenderId }) => lenderId), loans: [loanId] }
    return {
      ...commandOn(stand, concerned, [...args, '--proposal', String(number), '--operator', maker]),
      async facts() {
        await setBoth(0)
        return endOf(stand.context, number)
      },
    }
  },
}

/** What the command line takes by a file is decided by its content (`decidedFile`), and a bank's file is no such command. */
const byFile = /^repayment$|^take-over of (a loan|cash)|with its opening balance$|^payment file$/

/** The verbs that are one command of the operator at which a rule may ask for a second pair of eyes. */
export const proposalVerbs = (verbs: readonly Verb[]): readonly Verb[] => [
  ...verbs
    .filter(
      ({ name, commands: [only = '', ...more] }) =>
        more.length === 0 && isDecidable(only) && !byFile.test(name),
    )
    .map(decided),
  decidedFile,
]
