import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Province, Sex } from '@pematang/contract/provinces'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { Sealed } from '../../platform/keys/personal-data.ts'

/** What a supervisor counts lenders by; null where it is not known. */
export type SupervisorFacts = {
  sex: Sex | null
  /** Where the lender lives or has its seat. */
  province: Province | 'ABROAD' | null
}

/** What the limits ask for before a funding; null where it is not known. */
export type IdentityFacts = {
  /** The year alone is readable without a key: reports count age bands by it. */
  birthDate: BusinessDate | null
  married: boolean | null
  /** The day of the check of the identity, and where it is in an archive; both or neither. */
  checkedOn: BusinessDate | null
  checkReference: string | null
}

type Facts = SupervisorFacts & IdentityFacts & { birthYear: number | null }
export type FactsVersion = Facts & { version: number; keptAt: Date }

const none: Facts = {
  ...{ sex: null, province: null, birthYear: null, birthDate: null, married: null },
  ...{ checkedOn: null, checkReference: null },
}

/** The versions of what is known of a lender, the newest first. */
export const factsVersions = (db: Queryable, lenderId: number, limit = 1000): Promise<FactsVersion[]> =>
  many<FactsVersion>(
    db,
    'lenders.profile.facts_versions',
    `select version, sex, province, birth_year as "birthYear", birth_date as "birthDate", married,
            checked_on as "checkedOn", check_reference as "checkReference", kept_at as "keptAt"
       from lender_facts where lender_id = $1 order by version desc limit $2`,
    [lenderId, limit],
  )

const columns = {
  lenderId: 'bigint',
  version: 'smallint',
  sex: 'text',
  province: 'text',
  birthYear: 'smallint',
  birthDate: 'text',
  married: 'boolean',
  checkedOn: 'date',
  checkReference: 'text',
} as const

/**
 * Stores a new version with these changes, or nothing if it says the same. The caller has locked the lender.
 * @param changes a fact that is left out (undefined) stays as it was, and null removes it
 */
export async function changeFacts(
  tx: Queryable,
  lenderId: number,
  changes: { [F in keyof Facts]?: Facts[F] | undefined },
  check: (facts: Facts) => void,
): Promise<{ version: number; changed: boolean }> {
  const [newest] = await factsVersions(tx, lenderId, 1)
  const { version, keptAt: _, ...known } = newest ?? { ...none, version: 0, keptAt: null }
  const told = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const facts: Facts = { ...known, ...told }
  check(facts)
  const names = Object.keys(none) as (keyof Facts)[]
  if (names.every((fact) => facts[fact] === known[fact])) return { version, changed: false }
  await run(
    tx,
    'lenders.profile.insert_facts',
    `insert into lender_facts (${columnNames(columns)}) values (${placeholders(columns)})`,
    oneRow(columns, {
      ...facts,
      ...{ lenderId, version: version + 1 },
      birthDate: facts.birthDate && new Sealed(facts.birthDate),
    }),
  )
  return { version: version + 1, changed: true }
}
