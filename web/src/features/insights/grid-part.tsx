import type { ComponentProps } from 'react';

interface GridPartProps extends ComponentProps<'div'> {
  role: 'row' | 'rowheader' | 'columnheader' | 'gridcell';
}

/** A part of a grid, which names the active one. Tables can’t leave out the rows and columns that are off the screen. */
export const GridPart = ({ role, ...rest }: GridPartProps) => <div role={role} {...rest} />;
