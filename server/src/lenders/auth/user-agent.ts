import { unknownDevice } from '../notifications/index.ts'

export type BrowserName = { browser: string | null; system: string | null }

/**
 * A table of our own, because the session list needs only two names, and the known libraries are very large (bowser) or
 * AGPL (ua-parser-js). The first match counts, because a browser's header also names older browsers.
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Longer headers are cut: no browser sends them, and matching them would only cost time. */
const longest = 500

/** Parses a User-Agent header. The client controls it, so it is shown and never trusted. */
export function browserOf(userAgent: string | undefined): BrowserName {
  const text = (userAgent ?? '').slice(0, longest)
  const nameIn = (table: typeof browsers) => table.find(([sign]) => sign.test(text))?.[1] ?? null
  return { browser: nameIn(browsers), system: nameIn(systems) }
}

/** The Indonesian name for lenders: `Chrome di Windows`. */
export function deviceName({ browser, system }: BrowserName): string {
  if (browser === null && system === null) return unknownDevice
  if (system === null) return browser ?? ''
  return `${browser ?? 'Browser lain'} di ${system}`
}

/** The English name for operators: `Chrome on Windows`. */
export const englishDeviceName = ({ browser, system }: BrowserName): string =>
  browser === null && system === null
    ? 'unknown device'
    : [browser ?? 'unknown browser', system ?? 'unknown system'].join(' on ')
