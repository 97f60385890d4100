import type { Choices } from '../../seed/random.ts'
import type { Loan } from '../protocol/books.ts'
import { Cell, type CellOptions } from './cell.ts'
import { clientSide, Network } from './network.ts'
import { Timeline } from './timeline.ts'
import { emptyTraffic, type Traffic } from './traffic.ts'

/** All cells, the network between them, and the clock: lenders and loans fall to cells by their numbers. */
export class Platform {
  readonly timeline = new Timeline()
  readonly network: Network
  readonly cells: readonly Cell[]
  readonly traffic: Traffic = emptyTraffic()

  constructor(size: number, choices: Choices, options: CellOptions) {
    this.network = new Network(this.timeline, choices)
    this.cells = Array.from({ length: size }, (_, from) => this.#makeCell(from, options))
  }

  #makeCell(from: number, options: CellOptions): Cell {
    return new Cell(from, this.timeline, options, (to, packet) => {
      this.traffic.add(packet)
      this.network.carry(from, to, () => this.cells[to]?.receive(packet))
    })
  }

  numberOf(id: number): number {
    return id % this.cells.length
  }

  /** The cell of a lender, or the home of a loan. */
  cellOf(id: number): Cell {
    const cell = this.cells[this.numberOf(id)]
    if (!cell) throw new Error(`${id} has no cell`)
    return cell
  }

  /** Calls a cell as a client does; the response is lost if the network or the cell loses it. */
  call<T>(cell: Cell, ask: (respond: (response: T) => void) => void, respond: (response: T) => void): void {
    const number = cell.books.cell
    this.network.carry(clientSide, number, () =>
      ask((response) => this.network.carry(number, clientSide, () => respond(response))),
    )
  }

  addLender(id: number, cash: number): void {
    const { books } = this.cellOf(id)
    books.accounts.set(id, { cash, held: 0 })
    books.paidIn += cash
  }

  addLoan(id: number, total: number): void {
    const loan: Loan = {
      ...{ id, total, reserved: 0, funded: 0, escrow: 0 },
      ...{ state: 'open', installmentsPaid: 0, fundings: [] },
    }
    this.cellOf(id).books.loans.set(id, loan)
  }
}
