import type { AnyDistrict } from './districts.ts'

export type Brought<Part> = { district: string; part: Part }

/** Loads one kind of parts of all districts, in their order. */
export function load<Part>(
  districts: readonly AnyDistrict[],
  kind: (district: AnyDistrict) => (() => readonly Promise<Part>[]) | undefined,
): Promise<Brought<Part>[]> {
  return Promise.all(
    districts.flatMap((district) =>
      (kind(district)?.() ?? []).map(async (part) => ({ district: district.name, part: await part })),
    ),
  )
}

/**
 * Collects by name what the districts bring.
 * @param what says of which kind it is, in an error
 * @throws if two are registered under one name
 */
export function collect<Thing>(
  what: string,
  brought: readonly Brought<Readonly<Record<string, Thing>>>[],
): Map<string, Thing> {
  const all = new Map<string, { district: string; thing: Thing }>()
  for (const { district, part } of brought) {
    for (const [name, thing] of Object.entries(part)) {
      const before = all.get(name)
      if (before)
        throw new Error(`${what} ${name} is registered twice, by ${before.district} and by ${district}`)
      all.set(name, { district, thing })
    }
  }
  return new Map([...all].map(([name, { thing }]) => [name, thing]))
}
