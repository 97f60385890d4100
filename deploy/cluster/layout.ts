/** A node of the cluster: a machine, or a network namespace in its place. */
export type Node = { name: string; address: string }

export type Layout = {
  databases: readonly Node[]
  applications: readonly Node[]
  /** The load balancer in front of the applications. */
  router: Node
  /** Keeps the backups of the database and the archive of its log. */
  backup: Node
  /** The address of this machine in the network of the nodes, from which the clients connect. */
  host: string
  /** In CIDR notation, or another form that pg_hba.conf accepts. */
  network: string
}

const databaseNames = ['db1', 'db2', 'db3']
const applicationNames = ['app1', 'app2']
const routerName = 'router'
const backupName = 'backup'
/** The names of all nodes, in the order of their addresses; each has a certificate. */
export const nodeNames: readonly string[] = [...databaseNames, ...applicationNames, routerName, backupName]

/** @param prefix the first three parts of an IPv4 network of 256 addresses that this machine does not use */
export function layoutIn(prefix: string): Layout {
  const at = (first: number) => (name: string, place: number) => ({
    name,
    address: `${prefix}.${first + place}`,
  })
  return {
    databases: databaseNames.map(at(11)),
    applications: applicationNames.map(at(21)),
    router: { name: routerName, address: `${prefix}.10` },
    backup: { name: backupName, address: `${prefix}.31` },
    host: `${prefix}.1`,
    network: `${prefix}.0/24`,
  }
}

/**
 * Nodes at addresses of their own: three databases, two applications, the load balancer and the backup host.
 * @throws where there are not seven of them
 */
export function layoutOf(addresses: readonly string[]): Layout {
  if (addresses.length !== nodeNames.length) throw new Error(`--hosts takes ${nodeNames.length} addresses`)
  const nodes = nodeNames.map((name, place) => ({ name, address: addresses[place] ?? '' }))
  const nowhere = { name: '', address: '' }
  const [router = nowhere, backup = nowhere] = nodes.slice(5)
  return {
    databases: nodes.slice(0, 3),
    applications: nodes.slice(3, 5),
    router,
    backup,
    host: router.address,
    network: 'samenet',
  }
}

export const nodesOf = ({ databases, applications, router, backup }: Layout): readonly Node[] => [
  ...databases,
  ...applications,
  router,
  backup,
]

/** @throws where there is no node of that name */
export function nodeNamed(layout: Layout, name: string): Node {
  const node = nodesOf(layout).find((one) => one.name === name)
  if (!node) throw new Error(`there is no node ${name}`)
  return node
}
