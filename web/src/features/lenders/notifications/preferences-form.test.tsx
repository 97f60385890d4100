import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PreferencesForm, withChoice } from './preferences-form.tsx'
import type { Preferences } from './channel-table.tsx'
import { categories } from './words.ts'

const preferences: Preferences = {
  categories: categories.map((category) => ({
    category,
    email: true,
    sms: category === 'SECURITY',
    isMandatory: category === 'SECURITY',
  })),
  emailDelivery: 'SINGLE',
  dailyTime: '18:00',
  canEmail: true,
  canSms: true,
}

function draw(change: Partial<Preferences> = {}): string {
  const client = new QueryClient()
  client.setQueryData(['notification-preferences'], { ...preferences, ...change })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PreferencesForm />
    </QueryClientProvider>,
  )
}

/** Which of the attributes `checked` and `disabled` a checkbox has. */
function boxOf(html: string, name: string): string[] {
  const [label = ''] = html.split('<label').filter((part) => part.includes(`>${name}<`))
  const input = /<input[^>]*>/.exec(label)?.[0] ?? ''
  return ['checked', 'disabled'].filter((attribute) => input.includes(` ${attribute}=""`))
}

test('NTF-02 each notification category has a box for e-mail and one for SMS with the stored choice', () => {
  const html = draw()
  expect(boxOf(html, 'Pendanaan lewat Email')).toEqual(['checked'])
  expect(boxOf(html, 'Pendanaan lewat SMS')).toEqual([])
})

test('NTF-02 security notifications are shown as always sent, and cannot be turned off', () => {
  const html = draw()
  expect(boxOf(html, 'Keamanan akun lewat Email')).toEqual(['checked', 'disabled'])
  expect(boxOf(html, 'Keamanan akun lewat SMS')).toEqual(['checked', 'disabled'])
  expect(html).toContain('Selalu dikirim.')
  expect(withChoice(preferences, 'SECURITY', 'sms', false)).toEqual(preferences)
})

test('NTF-02 pressing a box of the notification preferences changes only that box', () => {
  const changed = withChoice(preferences, 'MONEY', 'sms', true)
  expect(changed.categories.filter(({ sms }) => sms).map(({ category }) => category)).toEqual([
    'MONEY',
    'SECURITY',
  ])
})

test('NTF-02 without an e-mail address the e-mail boxes of the notification preferences are locked, with the reason', () => {
  const html = draw({ canEmail: false })
  expect(boxOf(html, 'Pendanaan lewat Email')).toEqual(['checked', 'disabled'])
  expect(boxOf(html, 'Pendanaan lewat SMS')).toEqual([])
  expect(html).toContain('Kami belum dapat mengirim email')
})

test('NTF-04 the option for a daily summary of notifications shows at what time it is sent', () => {
  expect(draw()).toContain('pukul 18.00 WIB')
})
