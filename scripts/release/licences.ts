import { nameOf } from '../lock/lock.ts'

/** Licences under which a package may be used, shipped or to develop with, beside our own Apache-2.0. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/** Packages whose entry in npm's lockfile has no licence, with the one that the package itself contains. */
const readByHand: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

type Entry = { license?: string; link?: boolean }

/** The installed packages of a lockfile whose licence is missing or not accepted, a sentence each. */
export function licenceFaults(packages: Readonly<Record<string, Entry>>): string[] {
  return Object.entries(packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .flatMap(([place, { license }]) => {
      const name = nameOf(place)
      const licence = license ?? readByHand[name]
      if (licence === undefined) return [`${name} has no licence`]
      return isAccepted(licence) ? [] : [`${name} is under ${licence}, which is not accepted`]
    })
}

/** Of licences joined by OR one must be accepted, of those joined by AND all. */
const isAccepted = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => accepted.has(one)))
