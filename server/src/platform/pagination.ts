import type { Pagination } from '@pematang/contract/fields'

export function paginate(totalData: number, { page, limit }: { page: number; limit: number }): Pagination {
  return { totalData, totalPage: Math.ceil(totalData / limit), page }
}
