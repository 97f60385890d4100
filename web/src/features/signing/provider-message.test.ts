import { expect, test } from 'vitest'
import { readProviderMessage } from './provider-message.ts'

const frame = {} as MessageEventSource
const from = { origin: 'https://esign.example', window: frame }
const message = (data: unknown, origin = from.origin, source: MessageEventSource | null = frame) => ({
  origin,
  source,
  data,
})

test.each([
  ['after-sign', 'ended'],
  ['after-action', 'ended'],
  ['after-review', 'reviewed'],
  ['after-lunch', null],
])('FND-05 the provider says %s', (event, hint) => {
  expect(readProviderMessage(message({ event, data: {} }), from)).toBe(hint)
})

test('FND-05 another origin, another window or an unknown provider is not believed', () => {
  const signed = { event: 'after-sign' }
  expect(readProviderMessage(message(signed, 'https://evil.example'), from)).toBeNull()
  expect(readProviderMessage(message(signed, from.origin, {} as MessageEventSource), from)).toBeNull()
  expect(readProviderMessage(message(signed, from.origin, null), { ...from, window: null })).toBeNull()
  expect(readProviderMessage(message(signed, 'null'), { origin: null, window: frame })).toBeNull()
})

test.each([[null], ['after-sign'], [7], [undefined]])('FND-05 %j is no message of the provider', (data) => {
  expect(readProviderMessage(message(data), from)).toBeNull()
})
