/** Who can see a fault: the audit of a cell by itself, the audit that compares cells, or only this simulation. */
export type Scope = 'cell' | 'cells' | 'simulation'
