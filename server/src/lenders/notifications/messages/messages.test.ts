import { describe, expect, test } from 'vitest'
import { prepareMessages } from './close.ts'
import { messageScenario } from '../../../../testing/messages.ts'

const { at, someone, notify, expired, work, mails, subjects, choose, states, context, texts, inbox, become } =
  messageScenario()

describe('messages sent for notices', () => {
  test('NTF-02 a notification is sent once by e-mail, a minute later, with text, HTML and a link', async () => {
    await expired()
    await work()
    expect(await mails()).toEqual([])
    at('10:02')
    await work()
    await work()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Pendanaan dibatalkan - Pematang')
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Halo Sari Dewi,')
      expect(part).toContain('tidak ditandatangani tepat waktu')
      expect(part).toMatch(/https:\/\/pematang\.example\/lender\/dashboard\/[a-z-]+\?\w+=PJ-1/)
      expect(part).toContain('https://pematang.example/lender/notifications/settings')
    }
    expect(await texts()).toEqual([])
    expect(await states()).toEqual(['SENT'])
  })

  test('NTF-02 a notification is sent by SMS if the lender chose that, and not by e-mail if they turned it off', async () => {
    await choose({ FUNDING: { email: false, sms: true } })
    await expired()
    at('10:02')
    await prepareMessages(context())
    at('10:04')
    await work()
    expect(await mails()).toEqual([])
    const [text = '', ...more] = await texts()
    expect(more).toEqual([])
    expect(text).toMatch(/^Pematang: .{10,150}$/)
    expect(text.length).toBeLessThanOrEqual(160)
  })

  test('NTF-02 a notification is not sent if the lender turned its category off before the sending', async () => {
    await expired()
    await prepareMessages(context())
    await choose({ FUNDING: { email: false } })
    at('10:02')
    await work()
    expect([await mails(), await states()]).toEqual([[], ['SKIPPED']])
  })

  test('NTF-02 security notifications are sent at once and individually, by e-mail and SMS, and cannot be turned off', async () => {
    await choose({}, 'DAILY')
    await notify('LENDER_SUSPENDED', {})
    await notify('LENDER_REACTIVATED', {})
    await work()
    expect((await subjects()).toSorted()).toEqual([
      'Akun aktif kembali - Pematang',
      'Akun ditangguhkan - Pematang',
    ])
    expect(await texts()).toHaveLength(2)
    for (const { headers, text } of await mails()) {
      expect(headers.map(({ name }) => name.toLowerCase())).not.toContain('list-unsubscribe')
      expect(text).toContain('selalu dikirim')
    }
  })

  test('NTF-04 many notifications of one kind at once are sent as one message, and further ones that day as a second message in the evening', async () => {
    const extended = (loanNumber: string) =>
      notify('OFFER_EXTENDED', { loanNumber, amount: 100_000, until: '2026-12-01' })
    for (let loan = 1; loan <= 60; loan += 1) await extended(`PJ-${loan}`)
    await prepareMessages(context())
    at('10:02')
    await work()
    expect(await subjects()).toEqual(['Masa pendanaan diperpanjang (60) - Pematang'])
    const [mail] = await mails()
    expect(mail?.text).toContain('Masih ada 10 notifikasi lain')
    for (const [time, loan] of [
      ['11:00', 'PJ-61'],
      ['14:00', 'PJ-62'],
      ['17:00', 'PJ-63'],
    ] as const) {
      at(time)
      await extended(loan)
      await work()
    }
    expect(await subjects()).toHaveLength(1)
    at('18:01')
    await work()
    expect(await subjects()).toEqual([
      'Masa pendanaan diperpanjang (60) - Pematang',
      'Masa pendanaan diperpanjang (3) - Pematang',
    ])
  })

  test('SCN-12 money that came back is mailed within minutes, also a second time on a day', async () => {
    await expired()
    await prepareMessages(context())
    at('10:02')
    await work()
    at('11:00')
    await expired('PJ-2')
    await expired('PJ-3')
    await work()
    at('11:02')
    await work()
    expect(await subjects()).toEqual([
      'Pendanaan dibatalkan - Pematang',
      'Pendanaan dibatalkan (2) - Pematang',
    ])
  })

  test('NTF-04 the daily digest contains all notifications of the day except security, and is sent at the set time', async () => {
    await choose({ OFFERS: { email: true } }, 'DAILY')
    await expired()
    await notify('WITHDRAWAL_RETURNED', { amount: 50_000 })
    await work()
    at('17:59')
    await notify('STATEMENT_READY', { month: '2026-10' })
    await work()
    expect(await mails()).toEqual([])
    at('18:00')
    await work()
    expect(await subjects()).toEqual([expect.stringMatching(/^Ringkasan \d+ \p{L}+ \d{4} - Pematang$/u)])
    const [mail] = await mails()
    for (const title of ['Pendanaan dibatalkan', 'Penarikan dana tidak berhasil', 'Rekening koran tersedia'])
      expect(mail?.text).toContain(title)
    at('18:05')
    await expired('PJ-9')
    at('17:00', 1)
    await work()
    expect(await mails()).toHaveLength(1)
    at('18:01', 1)
    await work()
    expect(await mails()).toHaveLength(2)
  })

  test.each(['', 'no address', 'a@example.com\r\nBcc: x@evil.example', 'a@b, c@d'])(
    'NTF-02 a lender with the e-mail address %j gets no e-mail, and nothing fails',
    async (address) => {
      become(await someone(address.includes('@') || address === '' ? address : `${address}@`))
      await expired()
      await prepareMessages(context())
      at('10:02')
      await work()
      expect(await states()).toEqual(['SKIPPED'])
      expect(await inbox('x@evil.example')).toEqual([])
    },
  )

  test('NTF-07 names with HTML, line breaks or headers appear as plain text in every part of the message', async () => {
    become(await someone('hostile', '<img src=x onerror=alert(1)>\r\nBcc: x@evil.example\u202E=1+1'))
    await notify('BULK_FUNDING_ENDED', {
      number: 'BLK-1',
      partnerName: '"><script>alert(1)</script>',
      loans: 2,
      funded: 2,
      amount: 1,
      returned: 0,
    })
    await prepareMessages(context())
    at('10:02')
    await work()
    const [mail] = await mails()
    expect(mail?.html).not.toMatch(/<(img|script)/)
    expect(mail?.html).toContain('&#60;img src=x onerror=alert(1)&#62; Bcc: x@evil.example =1+1,')
    expect(mail?.text).toContain('Halo <img src=x onerror=alert(1)> Bcc: x@evil.example =1+1,')
    expect(mail?.headers.map(({ name }) => name.toLowerCase())).not.toContain('bcc')
    expect(await inbox('x@evil.example')).toEqual([])
  })
})
