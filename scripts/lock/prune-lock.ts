import { findPlace, type Lock, nameOf } from './lock.ts'

/**
 * Removes the optional packages without a hash, and the references to them, so that npm installs nothing that it cannot
 * verify and still finds its lock complete. They are builds for platforms that the registry used for the lock did not
 * have.
 * @returns the names of the removed packages; a second call removes none
 */
export function pruneLock(lock: Lock): string[] {
  const left = new Set<string>()
  for (const [place, entry] of Object.entries(lock.packages)) {
    const isFetched = place.includes('node_modules/') && !entry.link && !entry.inBundle
    if (!isFetched || !entry.optional || entry.integrity !== undefined) continue
    delete lock.packages[place]
    left.add(nameOf(place))
  }
  for (const [place, entry] of Object.entries(lock.packages)) {
    // A dependency listed in one of our own package.json files must stay.
    if (!place.includes('node_modules/') || !entry.optionalDependencies) continue
    const names = Object.entries(entry.optionalDependencies)
    const kept = names.filter(([name]) => findPlace(lock, place, name) !== undefined)
    for (const [name] of names) if (findPlace(lock, place, name) === undefined) left.add(name)
    if (kept.length === 0) delete entry.optionalDependencies
    else entry.optionalDependencies = Object.fromEntries(kept)
  }
  return [...left].sort()
}

/**
 * Writes the address of each package that another one asks for by a tag such as `latest`: without it npm takes the locked
 * version for a wrong one. Overrides would do too, but npm 9.2, Debian's, cannot read a lock with an overridden tag.
 */
export function addAddresses(lock: Lock): void {
  for (const [place, { dependencies = {} }] of Object.entries(lock.packages))
    for (const [name, version] of Object.entries(dependencies)) {
      const found = /^[a-z]/i.test(version) ? findPlace(lock, place, name) : undefined
      const entry = found === undefined ? undefined : lock.packages[found]
      if (found === undefined || entry?.version === undefined || entry.link) continue
      const file = `${name.slice(name.indexOf('/') + 1)}-${entry.version}.tgz`
      const { version: locked, resolved = `https://registry.npmjs.org/${name}/-/${file}`, ...rest } = entry
      lock.packages[found] = { version: locked, resolved, ...rest }
    }
}
