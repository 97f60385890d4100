import { givePassword, logIn } from '../http.ts'
import { setUpApp } from '../second-factor.ts'
import { type ActionStage, type Fills, newName, reason } from './stage.ts'

const account = (lenderId: string) => ({
  ...{ lenderId, accountNumber: '7712345678', accountName: 'Pemberi Dana', bankCode: '014' },
  ...{ bankName: 'BCA', bankBranch: 'Jakarta', methodPayment: '1' },
})

async function asksAccount({ fixture, app }: ActionStage['scenario']): Promise<string> {
  const lender = await logIn(fixture, app)
  await givePassword(lender)
  const { accountNumber, accountName, bankCode } = account('1')
  const asked = await lender.post('/lender/bank-account/request', { accountNumber, accountName, bankCode })
  if (asked.status !== 200) throw new Error(`${asked.status} ${asked.bytes.toString()}`)
  return String(lender.lenderId)
}

const numbers = { next: 0 }
const virtualAccount = (lenderId: string) => {
  numbers.next += 1
  return {
    ...{ lenderId, number: String(988_009_000_000_000 + numbers.next), methodPayment: '1' },
    ...{ bankCode: '009', bankName: 'BNI', accountName: 'PEMBERI DANA' },
  }
}
const lives = 'select number from lender_virtual_account where lender_id = $1 and ended_at is null'
const state = 'select state from lender where id = $1'
const recoveries = 'select stopped_at is not null as stopped from factor_recovery where lender_id = $1'
const warning = 'Pernyataan risiko yang baru. '.repeat(10)

export const lenderForms: Fills = {
  async changeContact({ lender, read }) {
    const lenderId = await lender()
    const effect = () => read('select phone from lender where id = $1', lenderId)
    return { input: { lenderId, phone: '81299998888', reason }, effect, done: [{ phone: '81299998888' }] }
  },
  async suspendLender({ lender, read }) {
    const lenderId = await lender()
    return {
      input: { lenderId, reason },
      effect: () => read(state, lenderId),
      done: [{ state: 'SUSPENDED' }],
    }
  },
  async reactivateLender({ lender, run, read }) {
    const lenderId = await lender()
    await run('suspendLender', { lenderId, reason })
    return { input: { lenderId, reason }, effect: () => read(state, lenderId), done: [{ state: 'ACTIVE' }] }
  },
  async closeLender({ lender, read }) {
    const lenderId = await lender()
    return { input: { lenderId, reason }, effect: () => read(state, lenderId), done: [{ state: 'CLOSED' }] }
  },
  async endSessions({ scenario }) {
    const lender = await logIn(scenario.fixture, scenario.app)
    const effect = async () => (await lender.get('/lender/summary')).status
    return { input: { lenderId: String(lender.lenderId), reason }, effect, done: 401 }
  },
  async createLender({ read }) {
    const name = newName('Sri Lestari')
    const input = { phone: '81277776666', name, email: 'sri@contoh.example', invite: 'SMS' }
    const effect = () => read('select name, user_type_id as type from lender where name = $1', name)
    return { input, effect, done: [{ name, type: 1 }] }
  },
  async storeSigner({ lender, read }) {
    const lenderId = await lender()
    const input = { lenderId, dgsignType: 'PRIVY', signerId: 'PRV0001' }
    const effect = () => read('select digi_sign_id as id from lender where id = $1', lenderId)
    return { input, effect, done: [{ id: 'PRV0001' }] }
  },
  async storeBankAccount({ lender, read }) {
    const lenderId = await lender()
    const text =
      'select account_number as number, bank_name as bank from lender_bank_account where lender_id = $1'
    const done = [{ number: '7712345678', bank: 'BCA' }]
    return { input: account(lenderId), effect: () => read(text, lenderId), done }
  },
  async acceptBankAccount({ scenario, read }) {
    const lenderId = await asksAccount(scenario)
    const text = `select b.account_number as number, r.state from lender_bank_account b
                    join bank_account_request r on r.lender_id = b.lender_id where b.lender_id = $1`
    const done = [{ number: '7712345678', state: 'ACCEPTED' }]
    return { input: { lenderId }, effect: () => read(text, lenderId), done }
  },
  async refuseBankAccount({ scenario, read }) {
    const lenderId = await asksAccount(scenario)
    const text = 'select state, reason from bank_account_request where lender_id = $1'
    const done = [{ state: 'REFUSED', reason }]
    return { input: { lenderId, reason }, effect: () => read(text, lenderId), done }
  },
  async storeInstitution({ lender, read }) {
    const lenderId = await lender({ userTypeId: 3 })
    const input = {
      ...{ lenderId, companyName: 'PT Sawah', companyEmail: 'pt@contoh.example' },
      ...{ picFullName: 'Sri Lestari', picPhone: '81211112222' },
    }
    const text =
      'select company_name as name, pic_full_name as pic from lender_institution where lender_id = $1'
    const done = [{ name: 'PT Sawah', pic: 'Sri Lestari' }]
    return { input, effect: () => read(text, lenderId), done }
  },
  async storeTaxStatus({ lender, read }) {
    const lenderId = await lender()
    const text = 'select tax_status as status, tax_rate_ppm as ppm from lender where id = $1'
    const done = [{ status: 'TREATY', ppm: 100_000 }]
    return {
      ...{ input: { lenderId, status: 'TREATY', ratePpm: '0.1' }, done },
      effect: () => read(text, lenderId),
    }
  },
  async reverseTaxStatus({ lender, run, read }) {
    const lenderId = await lender()
    await run('storeTaxStatus', { lenderId, status: 'FOREIGN' })
    const effect = () => read('select tax_status as status from lender where id = $1', lenderId)
    return { input: { lenderId, reason }, effect, done: [{ status: 'DOMESTIC' }] }
  },
  async storeTaxNumber({ lender, read }) {
    const lenderId = await lender()
    const effect = () => read('select number from lender_tax_number where lender_id = $1', lenderId)
    const number = '0990000002000000'
    return { input: { lenderId, number }, effect, done: [{ number }] }
  },
  async storeLenderClass({ lender, read }) {
    const lenderId = await lender()
    const input = { lenderId, kind: 'INDIVIDUAL', yearlyIncome: '400000000', evidence: 'SPT 2025' }
    const text = 'select kind, yearly_income as income from lender_class where lender_id = $1'
    return { input, effect: () => read(text, lenderId), done: [{ kind: 'INDIVIDUAL', income: 400_000_000 }] }
  },
  async storeLenderIdentity({ lender, day, read }) {
    const lenderId = await lender()
    const [checkedOn, checkReference] = [await day(0), 'e-KYC 1']
    const text = 'select check_reference as reference from lender_facts where lender_id = $1'
    const input = { lenderId, birthDate: '1988-04-21', checkedOn, checkReference }
    return { input, effect: () => read(text, lenderId), done: [{ reference: checkReference }] }
  },
  async recoverFactors({ scenario, context, read }) {
    const lender = await logIn(scenario.fixture, scenario.app)
    await setUpApp(context.db, lender)
    const input = { lenderId: String(lender.lenderId), reason }
    return { input, effect: () => read(recoveries, input.lenderId), done: [{ stopped: false }] }
  },
  async stopFactorRecovery({ scenario, context, run, read }) {
    const lender = await logIn(scenario.fixture, scenario.app)
    await setUpApp(context.db, lender)
    const input = { lenderId: String(lender.lenderId), reason }
    await run('recoverFactors', input)
    return { input, effect: () => read(recoveries, input.lenderId), done: [{ stopped: true }] }
  },
  async setBulkFunding({ lender, read }) {
    const lenderId = await lender()
    const effect = () => read('select bulk_funding as enabled from lender where id = $1', lenderId)
    return { input: { lenderId, enabled: 'true' }, effect, done: [{ enabled: true }] }
  },
  async openAdditionalCashAccount({ lender, read }) {
    const lenderId = await lender({ cash: 10_000 })
    const text = `select count(*) as accounts from account where kind like 'LENDER\\_CASH%' and owner_id = $1`
    return { input: { lenderId }, effect: () => read(text, lenderId), done: [{ accounts: 2 }] }
  },
  async assignVirtualAccount({ lender, read }) {
    const input = virtualAccount(await lender())
    return { input, effect: () => read(lives, input.lenderId), done: [{ number: input.number }] }
  },
  async endVirtualAccount({ lender, run, read }) {
    const account = virtualAccount(await lender())
    await run('assignVirtualAccount', account)
    const { lenderId, number } = account
    return { input: { lenderId, number }, effect: () => read(lives, lenderId), done: [] }
  },
  async recordRiskAcceptance({ lender, read }) {
    const lenderId = await lender({ acceptsRisk: false })
    const evidence = 'Perjanjian induk 3'
    const effect = () => read('select evidence from risk_acceptance where lender_id = $1', lenderId)
    return { input: { lenderId, evidence }, effect, done: [{ evidence }] }
  },
}

/** The last of all: whoever has not accepted the new text funds nothing. */
export const lastForms: Fills = {
  async publishRiskWarning({ read }) {
    const effect = () => read('select text from risk_warning order by version desc limit 1')
    return { input: { text: warning }, effect, done: [{ text: warning.trim() }] }
  },
}
