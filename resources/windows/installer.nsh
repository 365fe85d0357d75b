; Offers Daybook under "Open with" for .md and .ics, and leaves the programs alone that open them now. Links of daybook: are its own.

!macro daybookOffer EXT DESCRIPTION
  WriteRegStr SHELL_CONTEXT "Software\Classes\Daybook${EXT}" "" "${DESCRIPTION}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Daybook${EXT}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Daybook${EXT}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\${EXT}\OpenWithProgids" "Daybook${EXT}"
!macroend

!macro daybookWithdraw EXT
  DeleteRegValue SHELL_CONTEXT "Software\Classes\${EXT}\OpenWithProgids" "Daybook${EXT}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Daybook${EXT}"
!macroend

!macro customInstall
  !insertmacro daybookOffer .md "Markdown document"
  !insertmacro daybookOffer .markdown "Markdown document"
  !insertmacro daybookOffer .ics "Calendar file"
  WriteRegStr SHELL_CONTEXT "Software\Classes\daybook" "" "URL:Daybook"
  WriteRegStr SHELL_CONTEXT "Software\Classes\daybook" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\daybook\shell\open\command" "" '"$appExe" "%1"'
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

!macro customUnInstall
  !insertmacro daybookWithdraw .md
  !insertmacro daybookWithdraw .markdown
  !insertmacro daybookWithdraw .ics
  DeleteRegKey SHELL_CONTEXT "Software\Classes\daybook"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend
