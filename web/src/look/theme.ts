/** Colours, type and defaults of all components. `theme.css` has the tokens that our own styles use. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { close } from '../texts/look.ts';

/** The one accent, for what can be done next. White text on shade 7 has a contrast of 5.6 to 1. */
const madder: MantineColorsTuple = [
  '#fdf2ec',
  '#f9dfd2',
  '#f2bfa6',
  '#eb9f7b',
  '#e58457',
  '#d9703f',
  '#c5582a',
  '#b1481c',
  '#8f3a17',
  '#6f2d12',
];
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#e9e6e1',
  '#dcd8d1',
  '#c6c1b8',
  '#8f897f',
  '#726d64',
  '#5a564e',
  '#403d37',
  '#292724',
];
const dark: MantineColorsTuple = [
  '#e2ded7',
  '#b9b4ab',
  '#a09b92',
  '#76716a',
  '#4a4742',
  '#3a3733',
  '#2d2b28',
  '#201e1c',
  '#191816',
  '#121110',
];

export const theme = createTheme({
  primaryColor: 'madder',
  primaryShade: { light: 7, dark: 7 },
  colors: { madder, gray, dark },
  fontFamily: "'Geist Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '20px', lineHeight: '28px' } } },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    CloseButton: { defaultProps: { 'aria-label': close } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    MultiSelect: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 120 } },
      styles: { title: { fontWeight: 600 } },
    },
    Menu: { defaultProps: { shadow: 'sm', transitionProps: { duration: 80 } } },
    Popover: { defaultProps: { shadow: 'sm', transitionProps: { duration: 80 } } },
  },
});

/** Mantine's defaults for faint text miss the contrast that WCAG asks for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#292724',
    '--mantine-color-dimmed': '#625d55',
    '--mantine-color-placeholder': '#726d64',
    '--mantine-color-error': '#b3123f',
    '--mantine-color-default-border': '#dcd8d1',
  },
  dark: {
    '--mantine-color-body': '#1c1b19',
    '--mantine-color-text': '#e2ded7',
    '--mantine-color-dimmed': '#aaa59c',
    '--mantine-color-placeholder': '#a09b92',
    '--mantine-color-error': '#ff8aa5',
    '--mantine-color-default-border': '#3a3733',
    '--mantine-color-anchor': '#eb9f7b',
  },
});
