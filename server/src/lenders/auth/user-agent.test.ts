import { expect, test } from 'vitest'
import { browserOf, deviceName } from './user-agent.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 16; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${windows} Chrome/141.0.0.0 Safari/537.36`, 'Chrome di Windows'],
  [`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.3537.71`, 'Edge di Windows'],
  [`${windows} Chrome/139.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera di Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox di Linux'],
  [`${mac} Version/19.1 Safari/605.1.15`, 'Safari di macOS'],
  [`${iphone} Version/19.1 Mobile/15E148 Safari/604.1`, 'Safari di iPhone'],
  [`${iphone} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, 'Chrome di iPhone'],
  [`${iphone} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`, 'Firefox di iPhone'],
  [`${android} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome di Android'],
  [`${android} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, 'Samsung Internet di Android'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/141.0.0.0', 'Chrome di ChromeOS'],
  [`${windows} SomethingNew/1.0`, 'Browser lain di Windows'],
  ['Chrome/141.0.0.0', 'Chrome'],
  ['curl/8.5.0', 'Perangkat tidak dikenal'],
  ['', 'Perangkat tidak dikenal'],
  [undefined, 'Perangkat tidak dikenal'],
])('DOOR-04 the User-Agent %j is shown as %s', (userAgent, shown) => {
  expect(deviceName(browserOf(userAgent))).toBe(shown)
})

test('DOOR-04 only the first 500 characters of a User-Agent header are read', () => {
  expect(browserOf(`${' '.repeat(490)} Firefox/1`).browser).toBe('Firefox')
  expect(browserOf(`${' '.repeat(500)} Firefox/1`).browser).toBeNull()
})
