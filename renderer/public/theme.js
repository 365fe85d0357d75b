// Before anything is painted: a theme that the user has chosen. renderer/ui/theme.ts keeps the choice.
try {
  const theme = localStorage.getItem('daybook.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden: the theme of the system.
}
