import { describe, expect, test } from 'vitest'
import { messageScenario } from '../../../testing/messages.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many, one } from '../../platform/db/database.ts'
import { changeContact, storeBankAccount, storeInstitution, tellChanges, withdrawalsFrom } from './index.ts'

const { at, someone, work, inbox, texts, context, lenderId, phone, become } = messageScenario()

const shell = () => ({
  ...context(),
  mail: null,
  config: { ...context().config, SMS_URL: null, SMTP_URL: null },
})
const actor = { kind: 'operator', name: 'test' } as const
const change = (contact: { phone?: string; email?: string }) =>
  perform(shell(), changeContact, { actor, input: { lenderId: lenderId(), reason: 'asked', ...contact } })
const register = (accountNumber: string) =>
  perform(shell(), storeBankAccount, {
    actor,
    input: {
      lenderId: lenderId(),
      ...{ accountName: 'Sari Dewi', accountNumber, bankBranch: 'Jakarta', bankCode: '009' },
      ...{ bankName: 'BNI', methodPayment: 1 },
    },
  })
const subjects = async (address: string) => (await inbox(address)).map(({ subject }) => subject)
const contactChanged = 'Data akun diubah - Pematang'
const accountChanged = 'Rekening terdaftar diubah - Pematang'
const stopLink = /https:\/\/pematang\.example\/api\/v1\/stop\?key=[0-9a-f]{32}(?![0-9a-f])/

describe('messages about a change', () => {
  test('SEC-07 a change typed in a shell without gateways is told to former and new phone and e-mail by the worker', async () => {
    become(await someone('lama@example.com'))
    const former = phone()
    await change({ email: 'baru@example.com', phone: '88811000001' })
    await work()
    for (const address of ['lama@example.com', 'baru@example.com'])
      expect(await subjects(address)).toEqual([contactChanged])
    for (const number of [former, '88811000001']) expect(await texts(number)).toHaveLength(1)
  })

  test('SEC-07 a bank account that is changed after the contact is told to the phone and e-mail of before too', async () => {
    become(await someone('dulu@example.com'))
    const former = phone()
    await register('0123456789')
    await change({ email: 'penyerang@example.com', phone: '88811000002' })
    await register('9876504321')
    await work()
    expect(await subjects('dulu@example.com')).toContain(accountChanged)
    expect(await subjects('penyerang@example.com')).toContain(accountChanged)
    for (const number of [former, '88811000002'])
      expect((await texts(number)).join('\n')).toContain('Rekening Anda diubah: BNI berakhiran 4321')
  })

  test('SEC-07 a former address is told for thirty days, and then kept no longer', async () => {
    become(await someone('kuno@example.com'))
    await register('0123456789')
    await change({ email: 'kini@example.com' })
    await work()
    at('10:00', 31)
    await register('9876504321')
    await work()
    expect(await subjects('kuno@example.com')).toEqual([contactChanged])
    expect(await subjects('kini@example.com')).toContain(accountChanged)
  })

  test('SEC-07 an address to which the lender returned is told once of each change', async () => {
    become(await someone('a7@example.com'))
    await change({ email: 'b7@example.com' })
    await work()
    await change({ email: 'a7@example.com' })
    await work()
    expect(await subjects('a7@example.com')).toEqual([contactChanged, contactChanged])
    expect(await subjects('b7@example.com')).toEqual([contactChanged, contactChanged])
  })

  test('SEC-07 the first bank account is told by e-mail and SMS as registered, and again neither when nothing changed', async () => {
    become(await someone('pertama@example.com'))
    await register('0123456789')
    await register('0123456789')
    await work()
    expect(await subjects('pertama@example.com')).toEqual(['Rekening Anda terdaftar - Pematang'])
    const sent = await texts()
    expect(sent).toEqual([expect.stringContaining('Rekening Anda terdaftar: BNI berakhiran 6789')])
  })

  test('SEC-07 each message about a change has a link of its own that stops the account, and an SMS has it whole', async () => {
    become(await someone('tautan@example.com'))
    const former = phone()
    await change({ phone: '88811000003' })
    await work()
    const [mail] = await inbox('tautan@example.com')
    const links = [mail?.text, mail?.html, ...(await texts(former)), ...(await texts('88811000003'))].map(
      (part) => stopLink.exec(part ?? '')?.[0],
    )
    expect(links).not.toContain(undefined)
    expect(new Set(links).size).toBe(3)
    for (const text of await texts(former)) expect(text.length).toBeLessThanOrEqual(200)
  })

  test('SEC-07 a message to a former address ends as skipped in a worker without that gateway', async () => {
    become(await someone('tanpa@example.com'))
    await change({ email: 'tanpa2@example.com' })
    await work(shell())
    const rows = await many<{ state: string; reason: string }>(
      context().db,
      'test.skipped',
      'select state, reason from notification_message where lender_id = $1',
      [lenderId()],
    )
    expect(rows).toEqual([{ state: 'SKIPPED', reason: 'NOT_SET_UP' }])
    const { kept } = await one<{ kept: number }>(
      context().db,
      'test.kept',
      'select count(*)::integer as kept from former_contact where lender_id = $1',
      [lenderId()],
    )
    expect(kept).toBe(1)
  })

  test('SEC-06 a bank account or contact that was changed by SQL is told once to present and former addresses, and withdrawals wait', async () => {
    become(await someone('lewat@example.com'))
    await register('0123456789')
    await work()
    const sql = (text: string, ...values: unknown[]) =>
      context().db.query({ text, values: [lenderId(), ...values] })
    await sql(`update lender set email = 'asing@example.com' where id = $1`)
    await sql(`update lender_bank_account set account_number = '5550001111' where lender_id = $1`)
    await Promise.all([tellChanges(context()), tellChanges(context())])
    await tellChanges(context())
    await work()
    for (const address of ['lewat@example.com', 'asing@example.com'])
      expect((await subjects(address)).filter((one) => !one.includes('terdaftar -')).toSorted()).toEqual([
        contactChanged,
        accountChanged,
      ])
    expect((await texts()).join('\n')).toContain('Rekening Anda diubah: BNI berakhiran 1111')
    expect(await withdrawalsFrom(context(), context().db, lenderId())).not.toBeNull()
  })

  test('SEC-06 a changed contact of a company is told, also by SQL; its first registration and the same again are not', async () => {
    become(await someone('pt@example.com'))
    await context().db.query({
      text: 'update lender set user_type_id = 3 where id = $1',
      values: [lenderId()],
    })
    const company = { companyName: 'PT Maju', picFullName: 'Sari Dewi', picPhone: '88811000009' }
    const store = (companyEmail: string) =>
      perform(shell(), storeInstitution, { actor, input: { lenderId: lenderId(), ...company, companyEmail } })
    const told = async () => {
      await tellChanges(context())
      await work()
      return (await texts()).filter((text) => text.includes('kontak perusahaan')).length
    }
    const before = await told()
    await store('info@pt.example')
    await store('info@pt.example')
    expect(await told()).toBe(before)
    await store('lain@pt.example')
    expect(await told()).toBe(before + 1)
    await context().db.query({
      text: `update lender_institution set company_email = 'x@pt.example' where lender_id = $1`,
      values: [lenderId()],
    })
    expect(await told()).toBe(before + 2)
  })

  test('SEC-06 a lender whose bank account is gone does not keep the next one from being told', async () => {
    become(await someone('rusak@example.com'))
    await register('0123456789')
    const change = (text: string) => context().db.query({ text, values: [lenderId()] })
    await change(`update lender_bank_account set account_number = '5550002222' where lender_id = $1`)
    await change('delete from lender_bank_account where lender_id = $1')
    become(await someone('berikut@example.com'))
    await register('0123456789')
    await change(`update lender_bank_account set account_number = '5550003333' where lender_id = $1`)
    await expect(tellChanges(context())).rejects.toThrow('1 changes could not be told')
    await work()
    expect((await texts()).join('\n')).toContain('berakhiran 3333')
  })
})
