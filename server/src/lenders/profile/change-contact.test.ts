import { describe, expect, test } from 'vitest'
import { messageScenario } from '../../../testing/messages.ts'
import { MailUnavailable } from '../../outside/mail/port.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { changeContact } from './change-contact.ts'

const { at, someone, work, inbox, texts, choose, withMail, context, lenderId, phone, become } =
  messageScenario()

const change = (contact: { phone?: string; email?: string }) =>
  perform(context(), changeContact, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId: lenderId(), reason: 'asked at the counter', ...contact },
  })
/** The subjects of the e-mails that arrived at an address. */
const arrived = async (address: string) => (await inbox(address)).map(({ subject }) => subject)
const changed = 'Data akun diubah - Pematang'
const kept = async () =>
  (
    await many<{ address: string | null }>(
      context().db,
      'test.addresses',
      'select address from notification_message where lender_id = $1 and address is not null',
      [lenderId()],
    )
  ).map(({ address }) => address)

describe('NTF-02 changing a lender’s e-mail address or phone number', () => {
  test('NTF-02 a changed e-mail address is notified to the former address at once, in a separate message', async () => {
    become(await someone('former1@example.com'))
    await choose({}, 'DAILY')
    await change({ email: 'new1@example.com' })
    expect(await kept()).toEqual(['former1@example.com'])
    await work()
    await work()
    expect(await arrived('former1@example.com')).toEqual([changed])
    expect(await arrived('new1@example.com')).toEqual([changed])
    const [mail] = await inbox('former1@example.com')
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('alamat email')
      expect(part).toContain('segera hubungi kami')
      expect(part).not.toContain('new1@example.com')
    }
    expect(mail?.headers.map(({ name }) => name.toLowerCase())).not.toContain('list-unsubscribe')
    expect(await texts()).toHaveLength(1)
    expect(await kept()).toEqual([])
  })

  test('NTF-02 a changed phone number is notified to the former number', async () => {
    become(await someone('same@example.com'))
    const former = phone()
    await change({ phone: '88800000077' })
    await work()
    expect(await arrived('same@example.com')).toEqual([changed])
    for (const number of [former, '88800000077']) {
      const [text, ...more] = await texts(number)
      expect([text, more]).toEqual([expect.stringContaining('nomor handphone'), []])
    }
    expect(await kept()).toEqual([])
  })

  test('NTF-02 two changes of the e-mail address in a row are each notified to the former one, also after a mail outage', async () => {
    become(await someone('a@example.com'))
    await change({ email: 'b@example.com' })
    await change({ email: 'c@example.com' })
    await work(withMail(async () => Promise.reject(new MailUnavailable('SMTP_450'))))
    expect(new Set(await kept())).toEqual(new Set(['a@example.com', 'b@example.com']))
    at('11:00')
    await work()
    // A former address is told of the changes that follow too.
    expect(await arrived('a@example.com')).toEqual([changed, changed])
    expect(await arrived('b@example.com')).toEqual([changed])
    expect(await arrived('c@example.com')).toEqual([changed, changed])
  })

  test.each(['', 'no address@', 'a@example.com\r\nBcc: x@evil.example'])(
    'NTF-02 changing an invalid former e-mail address (%j) stores no message and causes no error',
    async (former) => {
      become(await someone(former.includes('@') || former === '' ? former : `${former}@`))
      const fresh = `fresh${lenderId()}@example.com`
      await change({ email: fresh })
      expect(await kept()).toEqual([])
      await work()
      expect(await arrived(fresh)).toEqual([changed])
      expect(await inbox('x@evil.example')).toEqual([])
    },
  )
})
