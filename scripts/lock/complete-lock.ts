export type LockedPackage = {
  version?: string
  optional?: boolean
  dev?: boolean
  peer?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  integrity?: string
  optionalDependencies?: Record<string, string>
}

/** What this needs to know of a package-lock.json of version 3. */
export type Lock = { packages: Record<string, LockedPackage> }

/**
 * Adds the optional packages that the lock names but does not hold, each with the platform its name tells, so that
 * npm passes over it everywhere else. They carry no hash: whoever can reach them makes the lock anew.
 * @returns the names of those added; a second call adds none.
 */
export function completeLock(lock: Lock): string[] {
  const added: string[] = []
  for (const [place, owner] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      if (isLocked(lock, place, name)) continue
      lock.packages[`node_modules/${name}`] = {
        version,
        ...(owner.dev ? { dev: true } : {}),
        ...(owner.peer ? { peer: true } : {}),
        optional: true,
        ...platformOf(name),
      }
      added.push(name)
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  return added
}

/** Whether a package finds another one, in the folders that node would look through. */
function isLocked(lock: Lock, place: string, name: string): boolean {
  for (let folder = place; ; ) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in lock.packages) return true
    if (folder === '') return false
    const parent = folder.lastIndexOf('node_modules/')
    folder = parent < 0 ? '' : folder.slice(0, parent).replace(/\/$/, '')
  }
}

const systems: [RegExp, string][] = [
  [/android/, 'android'],
  [/darwin/, 'darwin'],
  [/freebsd/, 'freebsd'],
  [/openbsd/, 'openbsd'],
  [/netbsd/, 'netbsd'],
  [/openharmony/, 'openharmony'],
  [/sunos/, 'sunos'],
  [/aix/, 'aix'],
  [/win32|windows/, 'win32'],
  [/linux/, 'linux'],
]

const processors: [RegExp, string][] = [
  [/wasm32/, 'wasm32'],
  [/arm64|aarch64/, 'arm64'],
  [/armv7|[-]arm\b/, 'arm'],
  [/x64|x86_64/, 'x64'],
  [/ia32|i686/, 'ia32'],
  [/ppc64/, 'ppc64'],
  [/riscv64/, 'riscv64'],
  [/s390x/, 's390x'],
  [/loong64/, 'loong64'],
  [/mips64el/, 'mips64el'],
]

/** The platform that the name of a package tells, as npm's fields. */
export function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const short = name.slice(name.indexOf('/') + 1)
  const cpu = processors.find(([pattern]) => pattern.test(short))?.[1]
  const os = cpu === 'wasm32' ? undefined : systems.find(([pattern]) => pattern.test(short))?.[1]
  const libc =
    os !== 'linux' ? undefined : /musl/.test(short) ? 'musl' : /gnu/.test(short) ? 'glibc' : undefined
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(os ? { os: [os] } : {}), ...(libc ? { libc: [libc] } : {}) }
}
