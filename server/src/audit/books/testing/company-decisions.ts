import type { AccountFixture } from '../../../../testing/account.ts'
import { aTeam, join, reads } from '../../../../testing/company.ts'
import { theirAgreements } from '../../../../testing/crowd.ts'
import { givePassword } from '../../../../testing/http.ts'
import { aLoan } from '../../../../testing/people.ts'

/**
 * Fundings of a company whose rule asks for two from Rp400,000: one below it, one that two decided, one that waits; and a
 * change of the rules that the second administrator decided.
 */
export async function companyDecisions(fixture: AccountFixture): Promise<void> {
  const { company, maker, approvers } = await aTeam(fixture, { from: 400_000, deciders: 2 })
  const choose = async (amount: number) => {
    const loan = await aLoan(fixture.context)
    await theirAgreements(fixture.context, [{ lenderId: company.lenderId, ...loan, amount }])
    return { loans: [{ loanNumber: loan.loanNumber, amount }] }
  }
  const done = ({ status, json }: { status: number; json: { proposal: number } }, expected: number) => {
    if (status !== expected) throw new Error(`answered ${status} ${JSON.stringify(json)}`)
    return json.proposal
  }
  const small = await choose(100_000)
  await reads(fixture, maker, small)
  done(await maker.act('/funding/selection', small), 200)
  const large = await choose(500_000)
  const number = done(await maker.act('/funding/selection', large, 'new'), 202)
  for (const [place, approver] of approvers.entries()) {
    await reads(fixture, approver, large)
    done(await approver.act('/funding/selection', large, number), place === 0 ? 202 : 200)
  }
  done(await maker.act('/funding/selection', await choose(700_000), 'new'), 202)
  const second = await join(fixture, company, ['ADMINISTRATOR'])
  const rules = { rules: [{ subject: 'FUNDING', from: 300_000, deciders: 2, hours: 72 }] }
  const change = done(await company.act('/company/rules', rules, 'new'), 202)
  await givePassword(second)
  done(await second.act('/company/rules', rules, change), 200)
}
