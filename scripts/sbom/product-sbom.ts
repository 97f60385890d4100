import { findPlace, type Lock, nameOf } from '../lock/lock.ts'

/** The fields that we use of a CycloneDX document as npm writes it. */
export type Sbom = {
  bomFormat: string
  specVersion: string
  serialNumber: string
  metadata: { component: { 'bom-ref': string; name: string; type: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

type Component = {
  'bom-ref': string
  name: string
  version: string
  purl?: string
  hashes?: { alg: string; content: string }[]
}

/** The workspaces that are installed in production. */
const shipped = ['contract', 'server', 'web', 'sandbox']

/** The Node runtime, which the root lists as a development dependency. */
const runtime = 'node_modules/node'

/**
 * The shipped part of npm's SBOM: the workspaces of the product and everything they depend on, directly or not. npm's
 * own `--omit dev` also leaves out packages that a development tool shares with the product.
 * @throws if a shipped package is missing or has no version or hash
 */
export function productSbom(whole: Sbom, lock: Lock, product: { name: string }): Sbom {
  const places = shippedPlaces(lock)
  const own = new Set(shipped.map((workspace) => `@pematang/${workspace}`))
  const refs = new Set([...places].map((place) => `${nameOf(place)}@${lock.packages[place]?.version}`))
  const components = whole.components.filter(
    (component) => refs.has(component['bom-ref']) || own.has(nameFrom(component['bom-ref'])),
  )
  const found = new Map(components.map((component) => [component['bom-ref'], component]))
  for (const ref of refs) {
    const component = found.get(ref)
    if (
      !component?.version ||
      !component.hashes?.some(({ alg, content }) => alg === 'SHA-512' && content.length === 128)
    )
      throw new Error(`The SBOM does not have ${ref} with its version and SHA-512.`)
  }
  const root = whole.metadata.component['bom-ref']
  const isThere = (ref: string) => ref === root || found.has(ref)
  return {
    ...whole,
    // npm uses the name of the checkout's folder, so the name of the product is set here.
    metadata: { ...whole.metadata, component: { ...whole.metadata.component, name: product.name } },
    components,
    dependencies: whole.dependencies
      .filter(({ ref }) => isThere(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isThere) })),
  }
}

const nameFrom = (ref: string): string => ref.slice(0, ref.lastIndexOf('@'))

/** The installation folders of everything that the product needs at run time, except our own workspaces. */
export function shippedPlaces(lock: Lock): Set<string> {
  const places = new Set<string>()
  const follow = (place: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const next = findPlace(lock, place, name)
      if (next === undefined || places.has(next) || lock.packages[next]?.link) continue
      places.add(next)
      follow(next)
    }
  }
  for (const workspace of shipped) follow(workspace)
  if (runtime in lock.packages) {
    places.add(runtime)
    follow(runtime)
  }
  return places
}
