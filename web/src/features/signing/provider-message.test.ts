import { expect, test } from 'vitest'
import { endsPage, readProviderMessage, type SigningHint } from './provider-message.ts'

const frame = {} as MessageEventSource
const from = { origin: 'https://esign.example', window: frame }
const message = (data: unknown, origin = from.origin, source: MessageEventSource | null = frame) => ({
  origin,
  source,
  data,
})

test.each([
  ['after-sign', 'signed'],
  ['after-action', 'acted'],
  ['after-review', 'reviewed'],
  ['after-lunch', null],
])('FND-05 reads the provider message %s', (event, hint) => {
  expect(readProviderMessage(message({ event, data: {} }), from)).toBe(hint)
})

test('FND-05 ignores messages of another origin, another window or an unknown provider', () => {
  const signed = { event: 'after-sign' }
  expect(readProviderMessage(message(signed, 'https://evil.example'), from)).toBeNull()
  expect(readProviderMessage(message(signed, from.origin, {} as MessageEventSource), from)).toBeNull()
  expect(readProviderMessage(message(signed, from.origin, null), { ...from, window: null })).toBeNull()
  expect(readProviderMessage(message(signed, 'null'), { origin: null, window: frame })).toBeNull()
})

test.each([[null], ['after-sign'], [7], [undefined]])('FND-05 ignores %j as a provider message', (data) => {
  expect(readProviderMessage(message(data), from)).toBeNull()
})

/** The index of the message that ends the page, or null. */
function endsAfter(hints: SigningHint[]): number | null {
  const index = hints.findIndex((hint, at) => endsPage(hint, hints[at - 1] ?? null))
  return index < 0 ? null : index
}

test.each<[string, SigningHint[], number | null]>([
  ['a review alone does not end the page, though after-action follows it', ['reviewed', 'acted'], null],
  ['a signature does', ['signed', 'acted'], 0],
  ['a signature behind a review does', ['reviewed', 'acted', 'signed', 'acted'], 2],
  ['a page that was declined says after-action alone', ['acted'], 0],
  ['declined behind a review', ['reviewed', 'acted', 'acted'], 2],
  ['twice reviewed', ['reviewed', 'acted', 'reviewed', 'acted'], null],
])('DOOR-12 after-action ends the signing after: %s', (_what, hints, end) => {
  expect(endsAfter(hints)).toBe(end)
})
