export type LockedPackage = {
  name?: string
  version?: string
  link?: boolean
  resolved?: string
  inBundle?: boolean
  optional?: boolean
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** The part of a package-lock.json of version 3 that the scripts use: each package by its installation folder. */
export type Lock = { packages: Record<string, LockedPackage> }

const folder = 'node_modules/'

export const nameOf = (place: string): string => place.slice(place.lastIndexOf(folder) + folder.length)

/** The folder from which a package loads another one, searched in the order of Node. */
export function findPlace(lock: Lock, place: string, name: string): string | undefined {
  for (let from = place; ; ) {
    const found = `${from ? `${from}/` : ''}${folder}${name}`
    if (found in lock.packages) return found
    if (from === '') return undefined
    const parent = from.lastIndexOf(folder)
    from = parent < 0 ? '' : from.slice(0, parent).replace(/\/$/, '')
  }
}
